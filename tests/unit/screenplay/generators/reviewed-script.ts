import * as fc from 'fast-check'

const sentence = fc
  .noShrink(fc.noBias(fc.nat(1_000_000_000)))
  .map((number) => `Sentence ${number} of many.`)
const cue = fc.constantFrom('RUI', 'INÊS', 'MOTHER')

/** As in real scripts, names and blank lines repeat often, sentences seldom. */
const paragraph = fc.oneof(
  { weight: 3, arbitrary: sentence },
  { weight: 3, arbitrary: fc.tuple(cue, sentence).map((lines) => lines.join('\n')) },
  { weight: 1, arbitrary: fc.constantFrom('INT. BAR - DAY', 'CUT TO:') },
)

type Edit = { at: number; removed: number; inserted: string[] }

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(30),
  removed: fc.nat(2),
  inserted: fc.array(paragraph, { maxLength: 2 }),
})

function edited(paragraphs: readonly string[], edits: readonly Edit[]): string[] {
  const all = [...paragraphs]
  for (const { at, removed, inserted } of edits) all.splice(at, removed, ...inserted)
  return all
}

const script = (paragraphs: readonly string[]) => `${paragraphs.join('\n\n')}\n`

/** A script and what an answer made of it. */
export const anyAnswer = fc
  .tuple(fc.array(paragraph, { maxLength: 30 }), fc.array(edit, { maxLength: 5 }))
  .map(([paragraphs, edits]) => ({
    before: script(paragraphs),
    after: script(edited(paragraphs, edits)),
  }))
