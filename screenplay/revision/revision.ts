import type { RevisionSet } from '../../contract/revision-sets.ts'

/** A set of changes that is handed out together. The date is written as 2026-11-16. */
export type Revision = { set: RevisionSet; date: string }

export const setName = (set: RevisionSet): string =>
  `${set.charAt(0).toUpperCase()}${set.slice(1)} Rev.`

/** As Final Draft names its revision sets: Blue Rev. 11/16/2026. */
export function revisionLabel({ set, date }: Revision): string {
  const [year, month, day] = date.split('-')
  return `${setName(set)} ${month}/${day}/${year}`
}
