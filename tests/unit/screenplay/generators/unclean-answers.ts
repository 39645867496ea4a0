/** Answers of models that are not Fountain, and the elements that they mean: the first letter of a type and its text. */
export const uncleanAnswers: [what: string, answer: string, ...elements: string[]][] = []

const add = (what: string, answer: readonly string[], ...elements: string[]): void => {
  uncleanAnswers.push([what, answer.join('\n'), ...elements])
}

const KITCHEN = 'INT. KITCHEN - NIGHT'
/** A scene as most of these answers mean it. */
const SCENE = ['H INT. KITCHEN - NIGHT', 'A Rain on the glass.', 'C MARA', 'D You are late.']
const TALK = [...SCENE, 'C JOHN', 'D Traffic.']
const QUIET = [...SCENE.slice(0, 3), 'P (quietly)', 'D You are late.']

// Empty lines
add(
  'a single-spaced scene',
  [KITCHEN, 'Rain on the glass.', 'MARA', 'You are late.', 'JOHN', 'Traffic.'],
  ...TALK,
)
add(
  'single-spaced scenes with an empty line between them',
  [
    KITCHEN,
    'Rain on the glass.',
    'MARA',
    'You are late.',
    '',
    'EXT. STREET - DAY',
    'Cars.',
    'JOHN (V.O.)',
    'Traffic.',
  ],
  ...SCENE,
  'H EXT. STREET - DAY',
  'A Cars.',
  'C JOHN (V.O.)',
  'D Traffic.',
)
add(
  'a single-spaced scene with parentheticals and a transition',
  [
    KITCHEN,
    'Rain on the glass.',
    'MARA',
    '(quietly)',
    'You are late.',
    'CUT TO:',
    'EXT. STREET - DAY',
    'Cars.',
  ],
  ...QUIET,
  'T CUT TO:',
  'H EXT. STREET - DAY',
  'A Cars.',
)
add(
  'a single-spaced scene below a title page',
  ['Title: Fog', '', KITCHEN, 'Rain on the glass.', 'MARA', 'You are late.', 'JOHN', 'Traffic.'],
  ...TALK,
)
add(
  'an empty line between cue and speech',
  [KITCHEN, '', 'Rain on the glass.', '', 'MARA', '', 'You are late.', '', 'JOHN', '', 'Traffic.'],
  ...TALK,
)
add(
  'empty lines around a parenthetical',
  [
    KITCHEN,
    '',
    'Rain on the glass.',
    '',
    'MARA',
    '',
    '(quietly)',
    '',
    'You are late.',
    '',
    'JOHN',
    '',
    'Traffic.',
  ],
  ...QUIET,
  'C JOHN',
  'D Traffic.',
)
add(
  'an empty line below one cue, whose parenthetical tells what it is',
  [KITCHEN, '', 'Rain on the glass.', '', 'MARA', '', '(quietly)', '', 'You are late.'],
  ...QUIET,
)
add(
  'bold cues apart from their speeches',
  [
    `**${KITCHEN}**`,
    '',
    'Rain on the glass.',
    '',
    '**MARA**',
    '',
    'You are late.',
    '',
    '**JOHN**',
    '',
    'Traffic.',
  ],
  ...TALK,
)

// Lines drawn between scenes
const twoScenes = (line: string) => [
  KITCHEN,
  '',
  'Rain on the glass.',
  '',
  'MARA',
  'You are late.',
  '',
  line,
  '',
  'EXT. STREET - DAY',
  '',
  'Cars.',
]
for (const line of ['---', '***', '* * *', '___', '-----', '⸻'])
  add(`${line} between scenes`, twoScenes(line), ...SCENE, 'H EXT. STREET - DAY', 'A Cars.')
add(
  '--- around the answer',
  ['---', '', KITCHEN, '', 'Rain on the glass.', '', 'MARA', 'You are late.', '', '---'],
  ...SCENE,
)

// Names with a colon
add(
  'names in title case with a colon',
  [KITCHEN, '', 'Rain on the glass.', '', 'Mara: You are late.', '', 'John: Traffic.'],
  ...TALK,
)
add(
  'names in title case on lines without empty ones',
  [KITCHEN, '', 'Rain on the glass.', 'Mara: You are late.', 'John: Traffic.'],
  ...TALK,
)
add(
  'a name in title case with its manner',
  [KITCHEN, '', 'Rain on the glass.', '', 'Mara (quietly): You are late.', '', 'John: Traffic.'],
  ...QUIET,
  'C JOHN',
  'D Traffic.',
)
add(
  'names in title case above their speech',
  [KITCHEN, '', 'Rain on the glass.', '', 'Mara:', 'You are late.', '', 'John:', 'Traffic.'],
  ...TALK,
)
add(
  'names in capitals with a colon above their speech',
  [KITCHEN, '', 'Rain on the glass.', '', 'MARA:', 'You are late.', '', 'JOHN:', 'Traffic.'],
  ...TALK,
)
add(
  'names in capitals with a colon',
  [KITCHEN, '', 'Rain on the glass.', '', 'MARA: You are late.', '', 'JOHN: Traffic.'],
  ...TALK,
)
add(
  'bold names with a colon',
  [KITCHEN, '', 'Rain on the glass.', '', '**Mara:** You are late.', '', '**John:** Traffic.'],
  ...TALK,
)
add(
  'a bold name with an italic manner',
  [KITCHEN, '', 'Rain on the glass.', '', '**MARA:** *(quietly)* You are late.'],
  ...QUIET,
)

// Lists
add(
  'bulleted speeches',
  [KITCHEN, '', 'Rain on the glass.', '', '- MARA: You are late.', '- JOHN: Traffic.'],
  ...TALK,
)
add(
  'a bulleted scene',
  [`- ${KITCHEN}`, '- Rain on the glass.', '- MARA', '- You are late.', '- JOHN', '- Traffic.'],
  ...TALK,
)
add(
  'a scene with other bullets',
  [`• ${KITCHEN}`, '', '• Rain on the glass.', '', '• MARA', '• You are late.'],
  ...SCENE,
)
add(
  'a scene with asterisks as bullets',
  [`* ${KITCHEN}`, '* Rain on the glass.', '* **MARA:** You are late.', '* **JOHN:** Traffic.'],
  ...TALK,
)
add(
  'numbered lines',
  [
    `1. ${KITCHEN}`,
    '2. Rain on the glass.',
    '3. MARA',
    '4. You are late.',
    '5. JOHN',
    '6. Traffic.',
  ],
  ...TALK,
)
add(
  'numbered speeches',
  [KITCHEN, '', 'Rain on the glass.', '', '1) MARA: You are late.', '2) JOHN: Traffic.'],
  ...TALK,
)

// Brackets
add(
  'a manner in square brackets',
  [KITCHEN, '', 'Rain on the glass.', '', 'MARA', '[quietly]', 'You are late.'],
  ...QUIET,
)
add(
  'a manner in square brackets behind the name',
  [KITCHEN, '', 'Rain on the glass.', '', 'MARA [quietly]: You are late.', '', 'JOHN: Traffic.'],
  ...QUIET,
  'C JOHN',
  'D Traffic.',
)
add(
  'an extension in square brackets',
  [KITCHEN, '', 'Rain on the glass.', '', 'MARA [V.O.]', 'You are late.'],
  ...SCENE.slice(0, 2),
  'C MARA (V.O.)',
  'D You are late.',
)
add(
  'stage directions in square brackets',
  [KITCHEN, '', '[Rain on the glass.]', '', 'MARA', 'You are late.', '', '[She leaves.]'],
  ...SCENE,
  'A She leaves.',
)

// Block quotes
add(
  'a scene in a block quote',
  [
    `> ${KITCHEN}`,
    '>',
    '> Rain on the glass.',
    '>',
    '> MARA',
    '> You are late.',
    '>',
    '> JOHN',
    '> Traffic.',
  ],
  ...TALK,
)
add(
  'speeches in a block quote',
  [KITCHEN, '', 'Rain on the glass.', '', 'MARA', '> You are late.', '', 'JOHN', '> Traffic.'],
  ...TALK,
)

// HTML
add(
  'paragraphs of HTML',
  [
    `<p><b>${KITCHEN}</b></p>`,
    '<p>Rain on the glass.</p>',
    '<p>MARA<br>You are late.</p>',
    '<p>JOHN<br/>Traffic.</p>',
  ],
  ...TALK,
)
add(
  'headings and blocks of HTML',
  [
    '<div class="scene">',
    `<h3>${KITCHEN}</h3>`,
    '<p>Rain on the glass.</p>',
    '<center>MARA<br />You are late.</center>',
    '</div>',
  ],
  ...SCENE,
)
add(
  'emphasis of HTML',
  [KITCHEN, '', 'Rain on the <i>glass</i>.', '', 'MARA', 'You <strong>are</strong> <u>late</u>.'],
  'H INT. KITCHEN - NIGHT',
  'A Rain on the *glass*.',
  'C MARA',
  'D You **are** _late_.',
)
add(
  'entities',
  [
    KITCHEN,
    '',
    'Rain&nbsp;on the glass.',
    '',
    'MARA',
    'You&#39;re late &amp; &quot;wet&quot;&hellip;',
  ],
  'H INT. KITCHEN - NIGHT',
  'A Rain on the glass.',
  'C MARA',
  'D You\'re late & "wet"…',
)

// What programs add at the end of a page
add(
  '(MORE) and (CONT’D)',
  [
    KITCHEN,
    '',
    'Rain on the glass.',
    '',
    'MARA',
    'You are late.',
    '(MORE)',
    '',
    "MARA (CONT'D)",
    'And wet.',
  ],
  ...SCENE,
  "C MARA (CONT'D)",
  'D And wet.',
)
add(
  '(CONTINUED) and CONTINUED:',
  [
    KITCHEN,
    '',
    'Rain on the glass.',
    '',
    '(CONTINUED)',
    '',
    'CONTINUED: (2)',
    '',
    'MARA',
    'You are late.',
  ],
  ...SCENE,
)

// What is left of other protocols
add(
  'a tag around a scene',
  ['<scene id="3">', KITCHEN, '', 'Rain on the glass.', '', 'MARA', 'You are late.', '</scene>'],
  ...SCENE,
)
add(
  'a tag at the end',
  [KITCHEN, '', 'Rain on the glass.', '', 'MARA', 'You are late.', '</script>'],
  ...SCENE,
)
add(
  'thoughts before </think>',
  [
    'Okay, they want a short scene. INT or EXT? Inside.',
    '</think>',
    '',
    KITCHEN,
    '',
    'Rain on the glass.',
    '',
    'MARA',
    'You are late.',
  ],
  ...SCENE,
)
add(
  'thoughts in tags',
  [
    '<think>',
    'A kitchen, then.',
    '',
    'MARA speaks first.',
    '</think>',
    KITCHEN,
    '',
    'Rain on the glass.',
    '',
    'MARA',
    'You are late.',
  ],
  ...SCENE,
)
add(
  'an empty thought',
  ['<think></think>', KITCHEN, '', 'Rain on the glass.', '', 'MARA', 'You are late.'],
  ...SCENE,
)

// Labels
add(
  'the kind of every line',
  [
    `Scene Heading: ${KITCHEN}`,
    'Action: Rain on the glass.',
    'Character: MARA',
    'Parenthetical: (quietly)',
    'Dialogue: You are late.',
    'Transition: CUT TO:',
  ],
  ...QUIET,
  'T CUT TO:',
)
add(
  'bold kinds',
  [
    `**Scene Heading:** ${KITCHEN}`,
    '',
    '**Action:** Rain on the glass.',
    '',
    '**Character:** MARA',
    '**Dialogue:** You are late.',
  ],
  ...SCENE,
)
add(
  'kinds in brackets and other words',
  [
    `[SLUGLINE] ${KITCHEN}`,
    '',
    '[ACTION] Rain on the glass.',
    '',
    '[CHARACTER] MARA',
    '[PARENTHETICAL] quietly',
    '[DIALOGUE] You are late.',
  ],
  ...QUIET,
)

add(
  'kinds above their lines',
  [
    'Scene Heading:',
    KITCHEN,
    'Action:',
    'Rain on the glass.',
    'Character:',
    'MARA',
    'Dialogue:',
    'You are late.',
  ],
  ...SCENE,
)

// Headings
for (const heading of [
  'INTERIOR: KITCHEN - NIGHT',
  'INTERIOR KITCHEN - NIGHT',
  'Interior: KITCHEN - NIGHT',
  'INT: KITCHEN - NIGHT',
  'INTERIOR. KITCHEN - NIGHT',
  '**INTERIOR - KITCHEN - NIGHT**',
])
  add(heading, [heading, '', 'Rain on the glass.', '', 'MARA', 'You are late.'], ...SCENE)
add(
  'places written out at the very beginning, without empty lines',
  [
    'INTERIOR: KITCHEN - NIGHT',
    'Rain on the glass.',
    'MARA',
    'You are late.',
    '',
    'EXTERIOR: STREET - DAY',
    'Cars.',
  ],
  ...SCENE,
  'H EXT. STREET - DAY',
  'A Cars.',
)

// Stage directions in italics
add(
  'stage directions in italics',
  [KITCHEN, '', '*Rain on the glass.*', '', 'MARA', 'You are late.', '', '*She leaves.*'],
  ...SCENE,
  'A She leaves.',
)
add(
  'stage directions in italics with underscores',
  [KITCHEN, '', '_Rain on the glass._', '', '**MARA**', 'You are late.', '', '_She leaves._'],
  ...SCENE,
  'A She leaves.',
)
add(
  'a manner in italics',
  [KITCHEN, '', 'Rain on the glass.', '', 'MARA', '*quietly*', 'You are late.'],
  ...QUIET,
)
add(
  'a manner in italics and parentheses',
  [KITCHEN, '', 'Rain on the glass.', '', 'MARA', '*(quietly)*', 'You are late.'],
  ...QUIET,
)

// Several at once
add(
  'everything at once',
  [
    'Sure! Here is the scene:',
    '',
    '```',
    '<scene id="1">',
    `### INTERIOR: KITCHEN - NIGHT`,
    '*Rain on the glass.*',
    '**Mara** [quietly]: You are late.',
    '**John:** Traffic&hellip;',
    '***',
    '</scene>',
    '```',
    '',
    'Let me know what you think!',
  ],
  ...QUIET,
  'C JOHN',
  'D Traffic…',
)
