/** Scripts of a page, and the encodings besides UTF-8 in which such scripts are stored. */
export const languages: readonly [what: string, encodings: readonly string[], text: string][] = [
  [
    'Russian',
    ['windows-1251', 'koi8-r', 'iso-8859-5'],
    `ИНТ. КУХНЯ - НОЧЬ

Дождь стучит по стеклу. Мария ставит чайник на плиту и смотрит на дверь.

МАРИЯ
(тихо)
Ты опять поздно. Я уже хотела звонить в милицию.

ИВАН
Поезд стоял два часа в поле. Никто ничего не объяснял.

Она молча наливает чай. За стеной плачет ребёнок.

МАРИЯ
Твоя мать звонила. Сказала, что больше ждать не будет.
`,
  ],
  [
    'Greek',
    ['windows-1253', 'iso-8859-7'],
    `ΕΣΩΤ. ΚΟΥΖΙΝΑ - ΝΥΧΤΑ

Η βροχή χτυπάει το τζάμι. Η Μαρία βάζει το νερό να βράσει και κοιτάζει την πόρτα.

ΜΑΡΙΑ
(χαμηλά)
Πάλι άργησες. Ήμουν έτοιμη να πάρω την αστυνομία.

ΓΙΑΝΝΗΣ
Το τρένο έμεινε δύο ώρες στη μέση του πουθενά. Κανείς δεν μας είπε τίποτα.

Εκείνη γεμίζει τα ποτήρια χωρίς να μιλάει.
`,
  ],
  [
    'Hebrew',
    ['windows-1255'],
    `פנים. מטבח - לילה

גשם דופק על החלון. מרים שמה קומקום על הכיריים ומסתכלת על הדלת.

מרים
(בשקט)
שוב איחרת. כבר רציתי להתקשר למשטרה.

יונתן
הרכבת עמדה שעתיים באמצע השדה. אף אחד לא הסביר לנו כלום.

היא מוזגת תה בלי לומר מילה. מאחורי הקיר תינוק בוכה.
`,
  ],
  [
    'French',
    ['windows-1252'],
    `INT. CUISINE - NUIT

La pluie frappe la fenêtre. Élise pose la bouilloire sur le feu et regarde la porte.

ÉLISE
(très bas)
Tu es encore en retard. J’ai failli appeler la police.

JÉRÔME
Le train s’est arrêté deux heures en pleine forêt. Personne n’a rien expliqué, même à l’arrivée.
`,
  ],
  [
    'German',
    ['windows-1252'],
    `INNEN. KÜCHE - NACHT

Regen schlägt gegen das Fenster. Jürgen stellt den Kessel auf den Herd und schaut zur Tür.

JÜRGEN
(müde)
Du kommst schon wieder zu spät. Ich wollte gerade die Polizei anrufen.

GRETE
Der Zug hat zwei Stunden auf freier Strecke gehalten. Niemand hat uns erklärt, warum. Schöne Grüße.
`,
  ],
  [
    'English with curly quotes',
    ['windows-1252'],
    `INT. KITCHEN - NIGHT

Rain. Mara puts the kettle on and looks at the door – again.

MARA
You’re late. “Back by nine,” you said…

JOHN
The train stood in a field for two hours. Nobody told us why. I don’t know what else to say.
`,
  ],
  [
    'English with an accent',
    ['windows-1252'],
    `INT. CAFÉ - NIGHT

Rain. Mara puts the kettle on and looks at the door.

MARA
You are late. I was about to call the police. Do you know what time it is?

JOHN
The train stood in a field for two hours. Nobody told us why.
`,
  ],
  [
    'Polish',
    ['windows-1250', 'iso-8859-2'],
    `WN. KUCHNIA - NOC

Deszcz uderza o szybę. Małgorzata stawia czajnik na kuchence i patrzy na drzwi.

MAŁGORZATA
Znowu się spóźniłeś. Już chciałam dzwonić na policję.

MICHAŁ
Pociąg stał dwie godziny w szczerym polu. Nikt nam niczego nie wyjaśnił, jak zwykle.
`,
  ],
  [
    'Turkish',
    ['windows-1254'],
    `İÇ. MUTFAK - GECE

Yağmur cama vuruyor. Ayşe çaydanlığı ocağa koyuyor ve kapıya bakıyor.

AYŞE
Yine geç kaldın. Az kalsın polisi arayacaktım.

OĞUZ
Tren iki saat tarlanın ortasında bekledi. Kimse bize bir şey açıklamadı.
`,
  ],
  [
    'Japanese',
    ['shift_jis', 'euc-jp'],
    `屋内．台所 - 夜

雨が窓を叩いている。真理子はやかんを火にかけ、ドアを見つめる。

真理子
（小声で）
また遅かったのね。警察に電話しようと思っていたところよ。

健一
電車が二時間も止まっていたんだ。誰も何も説明してくれなかった。
`,
  ],
  [
    'Chinese',
    ['gb18030'],
    `内景．厨房 - 夜

雨点敲打着窗户。玛丽把水壶放在炉子上，看着门口。

玛丽
（低声）
你又迟到了。我正打算给警察打电话。

建国
火车在野外停了两个小时，没有人告诉我们为什么。
`,
  ],
  [
    'Traditional Chinese',
    ['big5'],
    `內景．廚房 - 夜

雨點敲打著窗戶。瑪麗把水壺放在爐子上，看著門口。

瑪麗
你又遲到了。我正打算給警察打電話。

建國
火車在野外停了兩個小時，沒有人告訴我們為什麼。
`,
  ],
  [
    'Korean',
    ['euc-kr'],
    `실내. 부엌 - 밤

비가 창문을 두드린다. 마리는 주전자를 불에 올리고 문을 바라본다.

마리
또 늦었네. 경찰에 전화하려던 참이었어.

민수
기차가 들판에서 두 시간이나 서 있었어. 아무도 우리에게 설명해 주지 않았어.
`,
  ],
  [
    'Arabic',
    ['windows-1256'],
    `داخلي. مطبخ - ليل

المطر يضرب النافذة. تضع مريم الإبريق على النار وتنظر إلى الباب.

مريم
تأخرت مرة أخرى. كنت على وشك الاتصال بالشرطة.

يوسف
توقف القطار ساعتين في وسط الحقول. لم يشرح لنا أحد شيئا.
`,
  ],
]
