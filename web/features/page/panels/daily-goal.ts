import { formatEighths } from '../../../../screenplay/eighths.ts'

export type Goal = { unit: 'words' | 'pages'; amount: number }

/** The size of a text. */
export type TextSize = { words: number; eighths: number }

/** How the texts of a user have grown on a day, by text. */
export type GoalDay = {
  date: string
  texts: Readonly<Record<string, { from: TextSize; to: TextSize }>>
}

const MAX_AMOUNT = 100_000
const EIGHTHS = 8

export const isGoalAmount = (amount: number): boolean =>
  Number.isInteger(amount) && amount >= 1 && amount <= MAX_AMOUNT

/** The date in the writer's time zone, not in UTC. */
export const dateOf = (now: Date): string => new Intl.DateTimeFormat('sv-SE').format(now)

/** Words that a text had when first seen that day, or got from elsewhere since, do not count. */
export function noteSize(
  day: GoalDay | null,
  date: string,
  workId: string,
  size: TextSize,
  isOwn: boolean,
): GoalDay {
  const texts = day?.date === date ? day.texts : {}
  const { from, to } = texts[workId] ?? { from: size, to: size }
  const start = isOwn
    ? from
    : {
        words: from.words + size.words - to.words,
        eighths: from.eighths + size.eighths - to.eighths,
      }
  return { date, texts: { ...texts, [workId]: { from: start, to: size } } }
}

type Progress = { share: number; written: string; amount: string; isReached: boolean }

/** Words and pages that were cut are subtracted from those written, down to zero. */
export function progressOf({ unit, amount }: Goal, day: GoalDay | null): Progress {
  const grown = Object.values(day?.texts ?? {})
  const measure = unit === 'words' ? 'words' : 'eighths'
  const sum = grown.reduce((total, { from, to }) => total + to[measure] - from[measure], 0)
  const written = Math.max(0, sum)
  const wanted = unit === 'words' ? amount : amount * EIGHTHS
  return {
    share: Math.min(1, written / wanted),
    written: unit === 'words' ? written.toLocaleString() : formatEighths(written),
    amount: amount.toLocaleString(),
    isReached: written >= wanted,
  }
}
