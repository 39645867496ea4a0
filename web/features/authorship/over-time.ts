import type { AuthorshipRecord, WordShares } from '../../../contract/authorship.ts'
import { printedOf, totalOf } from './shares.ts'

type State = { number: number | null; created_at: string; shares: WordShares }

/** The text at the end of a day or as a version; `version` is null for a text without a version. */
export type Moment = { at: Date; version: number | null; shares: WordShares }

/** All versions, oldest first, and the current text if it differs from the last one. */
export const statesOf = ({ versions, text, createdAt }: AuthorshipRecord): State[] =>
  [
    ...versions,
    ...(text.pending === null
      ? []
      : [{ number: null, created_at: createdAt, shares: text.shares, printed: text.printed }]),
  ].map(({ number, created_at, shares, printed }) => ({
    number,
    created_at,
    shares: printedOf({ shares, printed }),
  }))

const dayOf = (date: Date) => `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`

const momentOf = ({ created_at, number, shares }: State): Moment => ({
  at: new Date(created_at),
  version: number,
  shares,
})

/** The last version of each day of the viewer's calendar, oldest first. */
function days(states: readonly State[]): Moment[] {
  const last = new Map<string, Moment>()
  for (const state of states) {
    const moment = momentOf(state)
    last.set(dayOf(moment.at), moment)
  }
  return [...last.values()]
}

/** More bars than this are too thin to be told apart. */
export const MAX_MOMENTS = 60

/** At most `most` moments, evenly chosen; the last one is always among them. */
function thinned(moments: Moment[], most: number): Moment[] {
  if (moments.length <= most) return moments
  return Array.from(
    { length: most },
    (_, n) => moments[Math.floor(((n + 1) * moments.length) / most) - 1],
  ).filter((moment) => moment !== undefined)
}

/** By day, or by version if all were made on one day. */
export function overTime(states: readonly State[]): { isByDay: boolean; moments: Moment[] } {
  const byDay = days(states)
  const isByDay = byDay.length > 1
  return {
    isByDay,
    moments: thinned(isByDay ? byDay : states.map(momentOf), MAX_MOMENTS),
  }
}

export type DayChange = { at: Date; words: number }

/** By how many words the text grew on each day, imports and templates left out; negative if more was cut. */
export function wordsPerDay(states: readonly State[]): DayChange[] {
  let before = 0
  return days(states).map(({ at, shares }) => {
    const written = totalOf(shares) - shares.import - (shares.template ?? 0)
    const change = { at, words: written - before }
    before = written
    return change
  })
}
