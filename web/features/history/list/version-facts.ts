import { historyMessages } from '../../../messages/history.ts'
import type { Version } from '../api/history.ts'

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
