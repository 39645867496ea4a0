import { STOPPED_BY_USER } from '../../../contract/generation.ts'
import type { Message } from '../chat/api/messages.ts'
import type { StoredScript } from '../scripts/api/script.ts'

export type Content = {
  text: string
  /** The answer that the text is; null when it is the script as it was saved. */
  answerId: string | null
}

const isNote = ({ content }: Message) => content === STOPPED_BY_USER

/** The last whole answer: what was stopped half-way never takes the script's place. */
function lastAnswer(messages: readonly Message[]): Message | undefined {
  const stopped = new Set(messages.filter(isNote).map(({ job_id }) => job_id))
  // Without a job nothing is known of it.
  stopped.delete(null)
  return messages.findLast(
    (message) => message.type === 'ai' && !isNote(message) && !stopped.has(message.job_id),
  )
}

/** What the script is now: the last answer, unless it was saved since. */
export function currentContent(script: StoredScript | null, messages: readonly Message[]): Content {
  const answer = lastAnswer(messages)
  if (!script) return { text: answer?.content ?? '', answerId: answer?.id ?? null }
  const saved = { text: script.text, answerId: script.basis ?? null }
  if (!answer) return saved
  const isNewer =
    script.basis === undefined ? answer.created_at > script.updatedAt : answer.id !== script.basis
  return isNewer ? { text: answer.content, answerId: answer.id } : saved
}
