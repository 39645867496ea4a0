import { newId } from '../../../lib/ids.ts'

/** Which opening of a text made a change, and how many it had made with it. */
export type Mark = { by: string; at: number }

/** How many changes of each opening a text has, the latest openings last. */
export type Has = Readonly<Record<string, number>>

/** What older openings left is recognised by its text. */
const MAX_OPENINGS = 12

/** Short, because every request names some. */
export const newMaker = (): string => newId().slice(0, 13)

export const isSameMaker = (one: Mark | undefined, other: Mark | undefined): boolean =>
  one !== undefined && one.by === other?.by

/** Whether a text with these has what ends with the mark. */
export const isIn = (has: Has, mark: Mark | undefined): boolean =>
  mark !== undefined && (has[mark.by] ?? 0) >= mark.at

export function withMarks(has: Has, marks: readonly (Mark | undefined)[]): Has {
  const all = new Map(Object.entries(has))
  for (const mark of marks) {
    if (!mark || (all.get(mark.by) ?? 0) >= mark.at) continue
    all.delete(mark.by)
    all.set(mark.by, mark.at)
  }
  return Object.fromEntries([...all].slice(-MAX_OPENINGS))
}

export const withAll = (has: Has, others: Has): Has =>
  withMarks(
    has,
    Object.entries(others).map(([by, at]) => ({ by, at })),
  )

/** What another version of the app may have written. */
export const isHas = (one: unknown): one is Has =>
  typeof one === 'object' &&
  one !== null &&
  Object.values(one).every((at) => typeof at === 'number')
