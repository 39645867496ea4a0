import { formatEighths } from '../../../../screenplay/layout.ts'

export type Goal = { unit: 'words' | 'pages'; amount: number }

const MAX_AMOUNT = 100_000
const EIGHTHS = 8

export const isGoalAmount = (amount: number): boolean =>
  Number.isInteger(amount) && amount >= 1 && amount <= MAX_AMOUNT

/** The date in the writer's time zone, not in UTC. */
export const dateOf = (now: Date): string => new Intl.DateTimeFormat('sv-SE').format(now)

type Progress = { share: number; written: string; amount: string; isReached: boolean }

/** `typed` in words. Pages are estimated from the length of the script, as in the report. */
export function progressOf(
  { unit, amount }: Goal,
  typed: number,
  script: { words: number; eighths: number },
): Progress {
  const isWords = unit === 'words'
  const written = isWords
    ? typed
    : Math.round((typed * script.eighths) / Math.max(1, typed, script.words))
  const wanted = isWords ? amount : amount * EIGHTHS
  return {
    share: Math.min(1, written / wanted),
    written: isWords ? written.toLocaleString() : formatEighths(written),
    amount: amount.toLocaleString(),
    isReached: written >= wanted,
  }
}
