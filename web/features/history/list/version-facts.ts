import { historyMessages } from '../../../messages/history.ts'
import type { Version } from '../api/history.ts'
import { useEffect, useState } from 'react'

const words = historyMessages

/** As many characters of a prompt as a title may need. */
const TITLE = 80

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' })
const fullDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' })

const startOfDay = (date: Date) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

const DAY = 24 * 60 * 60_000

/** Today, Yesterday, 12 November, 12 November 2025. */
export function dayName(date: Date, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY)
  if (days === 0) return words.today
  if (days === 1) return words.yesterday
  return (date.getFullYear() === now.getFullYear() ? dayOfYear : fullDay).format(date)
}

export const timeOfDay = (date: Date): string => clock.format(date)

/** `2 minutes ago` within the hour, then the time of day, then the day too. */
export function howLongAgo(date: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000)
  if (minutes < 1) return words.justNow
  if (minutes < 60) return relative.format(-minutes, 'minute')
  const day = dayName(date, now)
  return day === words.today ? timeOfDay(date) : `${day} ${timeOfDay(date)}`
}

/** The version's name, else its prompt, else its origin. */
export function versionTitle(
  { label, job_id, origin }: Version,
  prompts: ReadonlyMap<string, string>,
): string {
  const prompt = prompts
    .get(job_id ?? '')
    ?.trim()
    .replaceAll(/\s+/g, ' ')
    .slice(0, TITLE)
  return label ?? (prompt || words.origins[origin])
}

/** The title outside the list, where an origin alone would not identify the version. */
export function versionName(version: Version, prompts: ReadonlyMap<string, string>): string {
  const title = versionTitle(version, prompts)
  return title === words.origins[version.origin] ? words.number(version.number) : title
}

/** The line below the title: the origin, or the number if the title is the origin, and the time. */
export function versionNote(version: Version, title: string): string {
  const origin = words.origins[version.origin]
  const first = title === origin ? words.number(version.number) : origin
  return `${first} · ${timeOfDay(new Date(version.created_at))}`
}

/** The current text, or the id of a version. */
export type Shown = 'now' | (string & {})

export type ListItem =
  | { kind: 'now'; id: 'now' }
  | { kind: 'day'; id: string; name: string }
  | { kind: 'version'; id: string; version: Version }

export type ChoosableItem = Exclude<ListItem, { kind: 'day' }>

export const isChoosable = (item: ListItem | undefined): item is ChoosableItem =>
  item !== undefined && item.kind !== 'day'

/** The current text, then the versions, newest first, under the day they were made on. */
export function listItems(versions: readonly Version[], namedOnly: boolean, now: Date): ListItem[] {
  const items: ListItem[] = [{ kind: 'now', id: 'now' }]
  let day: string | undefined
  for (const version of versions) {
    if (namedOnly && version.label === null) continue
    const name = dayName(new Date(version.created_at), now)
    if (name !== day) items.push({ kind: 'day', id: `day ${name}`, name })
    day = name
    items.push({ kind: 'version', id: version.id, version })
  }
  return items
}

/** The index of the next choosable item in a direction; `from` if there is none. */
export function stepFrom(items: readonly ListItem[], from: number, step: 1 | -1): number {
  let at = from + step
  while (items[at] && !isChoosable(items[at])) at += step
  return items[at] ? at : from
}

const MINUTE = 60_000

/** The time, to the minute. */
export function useClock(): Date {
  const [time, setTime] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setTime(new Date()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return time
}
