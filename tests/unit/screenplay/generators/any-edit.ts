import * as fc from 'fast-check'
import { anyScript } from './any-script.ts'
import { anyText } from './any-text.ts'

type Edit = { at: number; removed: number; inserted: string }

const insertion = fc.oneof(
  { weight: 2, arbitrary: anyText },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\n\n',
      '*',
      '^',
      '  \n',
      '\n   An indented line. Another sentence. ',
      '\tBehind a tab. ',
      ' [[a note]] ',
      ' [[a note\nof two lines]] ',
      ' /* cut\n\n */ ',
      '*_*_\n',
      'Straße ',
      `${'long'.repeat(40)} `,
      '\n\nINT. HOUSE - DAY\n\n',
      '\n\n===\n\n',
      '\n\nANN\nYes.\n\nBO ^\nNo.\n\n',
      'word '.repeat(80),
    ),
  },
)

export const anyEdit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(),
  removed: fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.nat({ max: 3 }) },
    { weight: 1, arbitrary: fc.nat({ max: 300 }) },
  ),
  inserted: insertion,
})

export function edited(text: string, { at, removed, inserted }: Edit): string {
  const start = at % (text.length + 1)
  return text.slice(0, start) + inserted + text.slice(start + removed)
}

/** A script with changes anywhere. */
export const anyEditedScript = fc
  .tuple(anyScript, fc.array(anyEdit, { minLength: 1, maxLength: 5 }))
  .map(([script, edits]) => edits.reduce(edited, script))
