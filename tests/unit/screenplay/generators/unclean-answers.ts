/** What letters alone stand for in the tables, where | is a line break. */
const TEXTS: Record<string, string> = {
  K: 'INT. KITCHEN - NIGHT',
  R: 'Rain on the glass.',
  L: 'You are late.',
  T: 'Traffic.',
  S: 'EXT. STREET - DAY',
}
const linesOf = (text: string) =>
  text
    .split('|')
    .map((line) =>
      line.replaceAll(/(?<![A-Za-z])[KRLTS](?![A-Za-z])/g, (letter) => TEXTS[letter] ?? ''),
    )
/** Elements have the first letter of their type in front. */
const elementsOf = (text: string) =>
  text.split('|').map((element) => element.slice(0, 2) + linesOf(element.slice(2)).join(''))

const SCENE = 'H K|A R|C MARA|D L'
const TALK = `${SCENE}|C JOHN|D T`
const QUIET = 'H K|A R|C MARA|P (quietly)|D L'

type Case = [what: string, answer: string, more?: string]

const scenes: Case[] = [
  [
    'single-spaced scenes with an empty line between them',
    'K|R|MARA|L||S|Cars.|JOHN (V.O.)|T',
    '|H S|A Cars.|C JOHN (V.O.)|D T',
  ],
  ...['---', '***', '* * *', '___', '-----', '⸻'].map(
    (line): Case => [`${line} between scenes`, `K||R||MARA|L||${line}||S||Cars.`, '|H S|A Cars.'],
  ),
  ['--- around the answer', '---||K||R||MARA|L||---'],
  ['a scene with other bullets', '• K||• R||• MARA|• L'],
  ['stage directions in square brackets', 'K||[R]||MARA|L||[She leaves.]', '|A She leaves.'],
  ['stage directions in italics', 'K||*R*||MARA|L||*She leaves.*', '|A She leaves.'],
  ['such with underscores', 'K||_R_||**MARA**|L||_She leaves._', '|A She leaves.'],
  [
    'headings and blocks of HTML',
    '<div class="scene">|<h3>K</h3>|<p>R</p>|<center>MARA<br />L</center>|</div>',
  ],
  // What programs add at the end of a page, and what is left of other protocols.
  [
    '(MORE) and (CONT’D)',
    "K||R||MARA|L|(MORE)||MARA (CONT'D)|And wet.",
    "|C MARA (CONT'D)|D And wet.",
  ],
  ['(CONTINUED) and CONTINUED:', 'K||R||(CONTINUED)||CONTINUED: (2)||MARA|L'],
  ['a tag around a scene', '<scene id="3">|K||R||MARA|L|</scene>'],
  ['a tag at the end', 'K||R||MARA|L|</script>'],
  ['thoughts before </think>', 'Okay, INT or EXT? Inside.|</think>||K||R||MARA|L'],
  ['thoughts in tags', '<think>|A kitchen, then.||MARA speaks first.|</think>|K||R||MARA|L'],
  ['an empty thought', '<think></think>|K||R||MARA|L'],
  ['bold labels', '**Scene Heading:** K||**Action:** R||**Character:** MARA|**Dialogue:** L'],
  ['labels above their lines', 'Scene Heading:|K|Action:|R|Character:|MARA|Dialogue:|L'],
  ...[
    'INTERIOR: KITCHEN - NIGHT',
    'INTERIOR KITCHEN - NIGHT',
    'Interior: KITCHEN - NIGHT',
    'INT: KITCHEN - NIGHT',
    'INTERIOR. KITCHEN - NIGHT',
    '**INTERIOR - KITCHEN - NIGHT**',
  ].map((heading): Case => [heading, `${heading}||R||MARA|L`]),
  [
    'places written out at the very beginning, without empty lines',
    'INTERIOR: KITCHEN - NIGHT|R|MARA|L||EXTERIOR: STREET - DAY|Cars.',
    '|H S|A Cars.',
  ],
]

const talks: Case[] = [
  ['a single-spaced scene', 'K|R|MARA|L|JOHN|T'],
  ['a single-spaced scene below a title page', 'Title: Fog||K|R|MARA|L|JOHN|T'],
  ['an empty line between cue and speech', 'K||R||MARA||L||JOHN||T'],
  ['bold cues apart from their speeches', '**K**||R||**MARA**||L||**JOHN**||T'],
  ['names in title case with a colon', 'K||R||Mara: L||John: T'],
  ['names in title case on lines without empty ones', 'K||R|Mara: L|John: T'],
  ['names in title case above their speech', 'K||R||Mara:|L||John:|T'],
  ['names in capitals with a colon above their speech', 'K||R||MARA:|L||JOHN:|T'],
  ['names in capitals with a colon', 'K||R||MARA: L||JOHN: T'],
  ['bold names with a colon', 'K||R||**Mara:** L||**John:** T'],
  ['bulleted speeches', 'K||R||- MARA: L|- JOHN: T'],
  ['a bulleted scene', '- K|- R|- MARA|- L|- JOHN|- T'],
  ['a scene with asterisks as bullets', '* K|* R|* **MARA:** L|* **JOHN:** T'],
  ['numbered lines', '1. K|2. R|3. MARA|4. L|5. JOHN|6. T'],
  ['numbered speeches', 'K||R||1) MARA: L|2) JOHN: T'],
  ['a scene in a block quote', '> K|>|> R|>|> MARA|> L|>|> JOHN|> T'],
  ['speeches in a block quote', 'K||R||MARA|> L||JOHN|> T'],
  ['paragraphs of HTML', '<p><b>K</b></p>|<p>R</p>|<p>MARA<br>L</p>|<p>JOHN<br/>T</p>'],
]

const quiet: Case[] = [
  [
    'a single-spaced scene with parentheticals and a transition',
    'K|R|MARA|(quietly)|L|CUT TO:|S|Cars.',
    '|T CUT TO:|H S|A Cars.',
  ],
  ['empty lines around a parenthetical', 'K||R||MARA||(quietly)||L||JOHN||T', '|C JOHN|D T'],
  ['an empty line below a cue, which its parenthetical shows', 'K||R||MARA||(quietly)||L'],
  ['a name in title case with its manner', 'K||R||Mara (quietly): L||John: T', '|C JOHN|D T'],
  ['a bold name with an italic manner', 'K||R||**MARA:** *(quietly)* L'],
  ['a manner in square brackets', 'K||R||MARA|[quietly]|L'],
  ['such behind the name', 'K||R||MARA [quietly]: L||JOHN: T', '|C JOHN|D T'],
  ['a manner in italics', 'K||R||MARA|*quietly*|L'],
  ['a manner in italics and parentheses', 'K||R||MARA|*(quietly)*|L'],
  [
    'a label in every line',
    'Scene Heading: K|Action: R|Character: MARA|Parenthetical: (quietly)|Dialogue: L|Transition: CUT TO:',
    '|T CUT TO:',
  ],
  [
    'labels in brackets and other words',
    '[SLUGLINE] K||[ACTION] R||[CHARACTER] MARA|[PARENTHETICAL] quietly|[DIALOGUE] L',
  ],
  [
    'everything at once',
    'Sure! Here is the scene:||```|<scene id="1">|### INTERIOR: KITCHEN - NIGHT|*R*|**Mara** [quietly]: L|**John:** Traffic&hellip;|***|</scene>|```||Let me know what you think!',
    '|C JOHN|D Traffic…',
  ],
]

const others: Case[] = [
  ['an extension in square brackets', 'K||R||MARA [V.O.]|L', 'H K|A R|C MARA (V.O.)|D L'],
  [
    'emphasis of HTML',
    'K||Rain on the <i>glass</i>.||MARA|You <strong>are</strong> <u>late</u>.',
    'H K|A Rain on the *glass*.|C MARA|D You **are** _late_.',
  ],
  [
    'entities',
    'K||Rain&nbsp;on the glass.||MARA|You&#39;re late &amp; &quot;wet&quot;&hellip;',
    'H K|A R|C MARA|D You\'re late & "wet"…',
  ],
]

/** Answers of models that are not Fountain, and the elements that they mean. */
export const uncleanAnswers = (
  [
    [SCENE, scenes],
    [TALK, talks],
    [QUIET, quiet],
    ['', others],
  ] as const
).flatMap(([meant, cases]) =>
  cases.map(([what, answer, more = '']): [string, string, ...string[]] => [
    what,
    linesOf(answer).join('\n'),
    ...elementsOf(meant + more),
  ]),
)
