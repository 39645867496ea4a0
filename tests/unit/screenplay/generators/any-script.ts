import * as fc from 'fast-check'

const WORDS = [
  'rain and the window a well-known somebody again-- -- no—yes дождь βροχή 雨が降る 👩‍👧',
  'cafe\u0301 שלום *very* **loud** _here_',
].flatMap((words) => words.split(' '))

const sentence = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 14 }),
    fc.constantFrom('.', '!', '?', '."', '…'),
    fc.constantFrom(' ', '  '),
  )
  .map(([words, mark, space]) => `It ${words.join(' ')} there${mark}${space}`)

const prose = (most: number) =>
  fc.array(sentence, { minLength: 1, maxLength: most }).map((list) => list.join('').trimEnd())

const name = fc.constantFrom('ANN', 'BO (V.O.)', "CY (CONT'D)", 'ДИМА', 'ΕΛΕΝΗ', '@McAvoy')

const said = fc.oneof(
  { weight: 6, arbitrary: prose(10) },
  { weight: 2, arbitrary: fc.constantFrom('(low)', '(to nobody at all in this whole room)') },
  { weight: 1, arbitrary: fc.constant('~La la la') },
)

/** A speech starts with dialogue, so that a parenthetical is never alone. */
const speech = fc
  .tuple(name, fc.option(fc.constant('(low)')), prose(6), fc.array(said, { maxLength: 4 }))
  .map(([who, how, first, more]) => [who, ...(how ? [how] : []), first, ...more].join('\n'))

const short = fc.tuple(name, prose(2)).map(([who, what]) => `${who}\n${what}`)
const shortBeside = fc.tuple(name, prose(2)).map(([who, what]) => `${who} ^\n${what}`)

const block = fc.oneof(
  { weight: 5, arbitrary: prose(12) },
  { weight: 8, arbitrary: speech },
  { weight: 3, arbitrary: fc.constantFrom('INT. HOUSE - DAY', 'EXT. STREET - NIGHT #12#') },
  { weight: 1, arbitrary: fc.tuple(short, shortBeside).map((pair) => pair.join('\n\n')) },
  { weight: 1, arbitrary: fc.constant('  ') },
  { weight: 2, arbitrary: fc.constantFrom('> CUT TO:', 'SMASH CUT TO:') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...'> THE END <|~La la.\n~Lo lo.|===|# Act|= Synopsis|[[note]]'.split('|'),
    ),
  },
)

/** Scripts of several pages in which every block fits on one page. */
export const anyScript = fc
  .array(block, { minLength: 1, maxLength: 40 })
  .map((blocks) => blocks.join('\n\n'))
