/** A text of about this many characters. */
export type Shape = (length: number) => string

/** The unit as often as it fits. */
const repeated =
  (unit: string): Shape =>
  (length) =>
    unit.repeat(Math.ceil(length / unit.length))

/** Opened as often as closed: `((( ... )))`. */
const nested =
  (open: string, close: string): Shape =>
  (length) => {
    const times = Math.ceil(length / (open.length + close.length))
    return open.repeat(times) + close.repeat(times)
  }

/** Something opens once, and what might close it comes again and again. */
const after =
  (start: string, unit: string, end = ''): Shape =>
  (length) =>
    start + repeated(unit)(length) + end

/** Each unit has its number, so that no two are equal. */
const numbered =
  (unit: (n: number) => string): Shape =>
  (length) =>
    Array.from({ length: Math.ceil(length / unit(length).length) }, (_, n) => unit(n)).join('')

const markup = Array.from('*_\\/[]()<>#@!.=~^&:-"\'`')
const pairs = ['**', '***', '/*', '*/', '[[', ']]', '__', '> <', '===', '(^', '\\*', '\\\\', '//']

const units: Record<string, string> = {
  'boneyards that touch': '*/*',
  'closed boneyards': '/**/',
  'closed notes': '[[a]]',
  'closed notes and spaces': ' [[a]] ',
  'notes over lines': '[[a\nb]]\n',
  'notes on lines of their own': 'a\n[[b]]\n',
  'boneyards over scenes': '/*\n\n.a\n\n*/\n',
  'unclosed notes': '[[a\n\n',
  'unclosed boneyards': '/*a\n\n',
  'emphasised letters': '*a*',
  'emphasis that opens': ' *a',
  'emphasis that closes': 'a* ',
  'all kinds of emphasis, opened': ' ***_a',
  'emphasis in turns': '*a_b*c_',
  'escaped markers': '\\*a\\_',
  'forced headings': '.a\n\n',
  headings: 'INT. A - DAY\n\n',
  'numbered headings': '.A #1#\n\n',
  'hashes in headings': '.a # # #\n\n',
  cues: 'A\nb\n\n',
  'forced cues': '@a\nb\n\n',
  'dual dialogues': 'A\nb\n\nC ^\nd\n\n',
  'one dual dialogue after the other': 'A ^\nb\n\n',
  'carets in cues': '@a ^ ^ ^\nb\n\n',
  parentheticals: 'A\n(b)\n(c)\n\n',
  'parentheticals in one speech': '(b)\nc\n',
  transitions: 'CUT TO:\n\n',
  'forced transitions': '> a\n\n',
  'centred lines': '> a <\n',
  lyrics: '~a\n',
  sections: '# a\n\n',
  'deep sections': '######## a\n',
  synopses: '= a\n\n',
  'page breaks': '===\n\n',
  'locked pages': '[[=== 1 ===]]\n\n',
  'locked pages that touch': '[[=== 1]]',
  'locked pages inside a paragraph': 'a [[=== 1 ===]] b\n',
  'title entries': 'Title: a\n',
  'title entries of one key': 'Title:\n    a\n    b\n',
  'page setups': 'Page Setup: a4\n',
  'lines of a paragraph': 'a\n',
  'emphasised lines': '*a*\n_b_\n',
  paragraphs: 'a\n\n',
  'empty lines': '\n',
  'empty rows': '  \n\n',
  'empty rows in a speech': 'a\n  \n',
  'Windows line breaks': 'a\r\n\r\n',
  'old line breaks': 'a\r',
  spaces: ' ',
  tabs: '\t',
  'capital letters': 'A',
  'words of capitals': 'AB ',
  words: 'ab ',
  digits: '1',
  'letters of two units': '\u{1d400}',
  'lone surrogates': '\ud835',
  'combining accents': '\u0301',
  'letters with accents': 'a\u0301\u0302 ',
  'characters without width': '\u200b',
  'wide characters': '\u6f22',
  'letters from right to left': '\u05d0 ',
  hyphens: 'a-',
  apostrophes: "A'S ",
  sentences: 'Go. ',
  'Markdown headings': '# A\n## B\n\n',
  'Markdown rules': '---\n***\n',
  'code fences': '```\na\n',
  'bold cues': '**A**\nb\n\n',
  'cues with a colon': 'ANNA: Yes.\n',
  'scene tags': '<scene id="1">',
  'closed scene tags': '<scene id="1">a</scene>',
  'closing tags': '</scene>',
  'tags that insert': '<scene after="1">.a\n</scene>',
  'tags that delete': '<scene id="1" delete="true"/>',
  'script tags': '<script>a</script>',
  'text tags': '<text>a</text>',
  'tags that never end': '<scene id="',
  'HTML paragraphs': '<p><b>a</b><br>b</p>\n',
  'open HTML tags': '<b>',
  entities: '&amp;',
  'ends of thoughts': 'a </think>\n',
  'block quotes': 'A\n> b\n',
  'listed speeches': '- A: b.\n',
  'labelled lines': 'Character: A\nDialogue: b\n',
  'names in title case': 'Anna: Yes.\n',
  'cues apart from their speech': 'ANNA\n\nYes.\n\n',
  'directions in brackets': '[A b.]\n\n',
  'directions in italics': '*A b.*\n\n',
  placeholders: '[rest unchanged]\n\n',
  'all kinds of lines':
    '.a\n\nb\n\nA\n(c)\nd\n\nCUT TO:\n\n# e\n\n= f\n\n> g <\n\n~h\n\n[[i]]\n\n/* j */\n\n===\n\n',
}

/** Texts that no writer writes, each of which makes one kind of work as often as it fits. */
export const shapes = new Map<string, Shape>([
  ...markup.map((unit): [string, Shape] => [`${unit} repeated`, repeated(unit)]),
  ...markup.map((unit): [string, Shape] => [`lines of ${unit}`, repeated(`${unit}\n`)]),
  ...pairs.map((unit): [string, Shape] => [`${unit} repeated`, repeated(unit)]),
  ...pairs.map((unit): [string, Shape] => [`paragraphs of ${unit}`, repeated(`${unit}\n\n`)]),
  ...Object.entries(units).map(([name, unit]): [string, Shape] => [name, repeated(unit)]),
  ['nested notes', nested('[[', ']]')],
  ['nested boneyards', nested('/*', '*/')],
  ['nested parentheses', nested('(', ')')],
  ['nested emphasis', nested(' *_', '_* ')],
  ['nested tags', nested('<scene id="1">', '</scene>')],
  ['one boneyard around all', after('/*', 'a\n\n', '*/')],
  ['one note around all', after('[[', 'a\n', ']]')],
  ['an open boneyard', after('/*', 'a\n\n')],
  ['an open note', after('[[', 'a\n')],
  ['an open emphasis', after('*', 'a ')],
  ['one speech', after('ANNA\n', 'a\n')],
  ['one speech of notes', after('ANNA\n', '[[a]]\n')],
  ['one paragraph with notes', after('a\n', '[[a]]\nb\n')],
  ['one title entry', after('Title:\n', '    a\n')],
  ['one endless heading', after('INT. ', 'a ')],
  ['one endless cue', after('@', 'a ', '\nb')],
  ['one cue of extensions', after('MIRA', ' (V.O.)', '\nb')],
  ['one cue of markers', (length) => `${'*'.repeat(length / 2)}MIRA${'_'.repeat(length / 2)}\nb`],
  ['one placeholder', after('[', 'the rest of the ', '...\n')],
  ['one endless parenthetical', after('A\n(', 'a ', ')\nb')],
  ['spaces inside a line', after('a', ' ', 'b')],
  ['spaces inside a cue', after('@A', ' ', 'B\nc\n')],
  ['spaces inside a heading', after('INT. A', ' ', 'B')],
  ['spaces before a scene number', after('.A', ' ', '#1\n')],
  ['spaces behind a bracket', after('INT. A\n\n<', ' ', 'x')],
  ['spaces behind a bold name', after('**A**', ' ', 'a\u2028b')],
  ['spaces in a parenthetical', after('A\n(', ' ', 'b)\nc')],
  ['spaces behind a scene', after('scene 1', ' ', 'a\u2028b')],
  ['line breaks between words', after('a', '\n', 'b')],
  ['dashes in a heading', after('INT. A', ' - ', 'B')],
  ['hyphens before a letter', after('INT. A ', '-', 'B')],
  [
    'names that contain another',
    (length) => `@A\nb\n\n${numbered((n) => `@A ${n}\nb\n\n`)(length)}`,
  ],
  ['few lines in any order', numbered((n) => ((n * n) % 7 < 3 ? 'a\n' : 'b\n'))],
  ['scenes between odd numbers', after('.A #I-1#\n\n', '.b\n\n', '.C #I-2#\n')],
  ['different headings', numbered((n) => `INT. ROOM ${n} - DAY\n\n`)],
  ['different scenes', numbered((n) => `.R${n}\n\nIt is ${n}.\n\n@N${n}\nb\n\n`)],
  ['different cues', numbered((n) => `@N${n}\nb\n\n`)],
  ['different names in capitals', numbered((n) => `N${n.toString(2).replaceAll('0', 'A')} `)],
  ['different words', numbered((n) => `${n} `)],
  ['different lines', numbered((n) => `${n}\n`)],
  ['different notes', numbered((n) => `[[${n}]]\n\n`)],
  ['different sections', numbered((n) => `# ${n}\n\n`)],
  ['different scene numbers', numbered((n) => `.A #${n}#\n\n`)],
  ['different title entries', numbered((n) => `K${n}: a\n`)],
  ['different locked pages', numbered((n) => `[[=== ${n} ===]]\na\n\n`)],
  ['different tags', numbered((n) => `<scene id="${n}">.a\n</scene>`)],
  ['different inserted scenes', numbered((n) => `<scene after="${n}">.a\n</scene>`)],
  ['different texts', numbered((n) => `<text>${n}</text>`)],
])
