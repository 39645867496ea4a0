import { hash } from 'node:crypto'
import type { AuthorshipSpan, VersionOrigin } from '../../../../contract/authorship.ts'
import { AuthorshipHistory, spansOf } from '../../../../screenplay/authorship.ts'

/** A version, or an answer that stays in the chat. */
export type Event =
  | { origin: VersionOrigin; text: string; jobId?: string }
  | { answer: string; jobId: string }

export function add(history: AuthorshipHistory, event: Event): void {
  if ('answer' in event) history.addAnswer(event.jobId, event.answer)
  else {
    const { origin, text, jobId = null } = event
    history.addVersion({ origin, text, jobId, textHash: hash('sha256', text, 'hex') })
  }
}

export function historyOf(events: readonly Event[]): AuthorshipHistory {
  const history = new AuthorshipHistory()
  for (const event of events) add(history, event)
  return history
}

const textOf = (events: readonly Event[]): string => {
  const last = events.findLast((event) => 'text' in event)
  return last && 'text' in last ? last.text : ''
}

export const spansAfter = (events: readonly Event[]): AuthorshipSpan[] =>
  spansOf(historyOf(events), textOf(events), events.length)

/** The spans of the last version, as '3 answer j: their text'. */
export function attributed(events: readonly Event[]): string[] {
  const text = textOf(events)
  return spansAfter(events).map(({ start, end, origin, version, job_id }) => {
    const part = text.slice(start, end).replaceAll(/\s+/g, ' ').trim()
    return `${version} ${origin}${job_id === undefined ? '' : ` ${job_id}`}: ${part}`
  })
}
