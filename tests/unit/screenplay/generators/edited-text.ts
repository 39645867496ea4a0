import * as fc from 'fast-check'

const LINES = [
  '\n',
  'INT. BAR - DAY\n',
  'MIRA\n',
  'No.\n',
  'Yes.\r\n',
  '\r\n',
  '👩‍👧 😀\n',
  '\ud83d\n',
]

const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...LINES) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: 'binary' }).map((text) => `${text}\n`) },
)

/** Many equal lines, both line endings, halves of surrogate pairs, with or without a last line break. */
export const anyLines = fc
  .tuple(fc.array(line, { maxLength: 24 }), fc.constantFrom('', '', 'end', '😀', '\r'))
  .map(([lines, end]) => lines.join('') + end)

type Cut = { at: number; removed: number; inserted: string[] }

const cut: fc.Arbitrary<Cut> = fc.record({
  at: fc.nat(24),
  removed: fc.nat(3),
  inserted: fc.array(line, { maxLength: 3 }),
})

const apply = (text: string, cuts: readonly Cut[]): string => {
  const lines = text.split(/(?<=\n)/)
  for (const { at, removed, inserted } of cuts) lines.splice(at, removed, ...inserted)
  return lines.join('')
}

/** A text and two edited versions of it. */
export const anyEdits = fc
  .tuple(anyLines, fc.array(cut, { maxLength: 3 }), fc.array(cut, { maxLength: 3 }))
  .map(([base, mine, theirs]) => ({ base, mine: apply(base, mine), theirs: apply(base, theirs) }))
