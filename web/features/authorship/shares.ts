import type { AuthorshipRecord, WordOrigin, WordShares } from '../../../contract/authorship.ts'

/** In the order in which they are shown. */
export const shownOrigins = [
  'typed',
  'answer',
  'import',
  'pasted',
  'template',
] as const satisfies WordOrigin[]

export const totalOf = (shares: WordShares): number =>
  shownOrigins.reduce((sum, origin) => sum + (shares[origin] ?? 0), 0)

type Counted = { shares: WordShares; printed?: WordShares | undefined }

/** What counts is what prints. */
export const printedOf = ({ shares, printed = shares }: Counted): WordShares => printed

/** Whether every word was imported. */
export const isImported = (shares: WordShares): boolean =>
  shares.import > 0 && shares.import === totalOf(shares)

/**
 * Whole percentages that add up to 100. A part above 0 is never shown as 0, nor one below 100 as 100.
 */
export function percentages(amounts: readonly number[]): string[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  if (total === 0) return amounts.map(() => '0')
  const exact = amounts.map((amount) => (amount * 100) / total)
  const rounded = exact.map(Math.floor)
  const missing = 100 - rounded.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact
    .map((part, index) => ({ index, rest: part % 1 }))
    .toSorted((one, other) => other.rest - one.rest || one.index - other.index)
  for (const { index } of byRemainder.slice(0, missing)) rounded[index] = (rounded[index] ?? 0) + 1
  return rounded.map((part, index) => {
    const amount = amounts[index] ?? 0
    if (part === 0 && amount > 0) return '<1'
    return part === 100 && amount < total ? '>99' : String(part)
  })
}

export const sharePercentages = (shares: WordShares): Record<WordOrigin, string> => {
  const [typed = '0', answer = '0', imported = '0', pasted = '0', template = '0'] = percentages(
    shownOrigins.map((origin) => shares[origin] ?? 0),
  )
  return { typed, answer, import: imported, pasted, template }
}

type ModelShare = { model: string | null; words: number }

/** The words of answers that are in the text now, by model, most first. `model` is null if unknown. */
export function modelShares({ jobs, text }: AuthorshipRecord): ModelShare[] {
  const byModel = new Map<string | null, number>()
  const add = (model: string | null, words: number) => {
    if (words > 0) byModel.set(model, (byModel.get(model) ?? 0) + words)
  }
  for (const { model, kept, printed = kept } of jobs) add(model, printed)
  const known = jobs.reduce((sum, { kept, printed = kept }) => sum + printed, 0)
  add(null, printedOf(text).answer - known)
  return Array.from(byModel, ([model, words]) => ({ model, words })).toSorted(
    (one, other) => other.words - one.words,
  )
}
