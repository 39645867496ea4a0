import { isStopNote, type Message } from '../../chat/api/messages.ts'
import type { StoredScript } from '../../scripts/api/script.ts'

export type Content = {
  text: string
  /** The answer the text comes from; null for the script as saved. */
  answerId: string | null
}

/** The last complete answer: a stopped one never becomes the script. */
function lastAnswer(messages: readonly Message[]): Message | undefined {
  const stopped = new Set(messages.filter(isStopNote).map(({ job_id }) => job_id))
  // Messages without a job are unrelated to each other.
  stopped.delete(null)
  return messages.findLast(
    (message) => message.type === 'ai' && !isStopNote(message) && !stopped.has(message.job_id),
  )
}

/** The script's current text: the last answer, unless the script was saved after it. */
export function currentContent(script: StoredScript | null, messages: readonly Message[]): Content {
  const answer = lastAnswer(messages)
  if (!script) return { text: answer?.content ?? '', answerId: answer?.id ?? null }
  const saved = { text: script.text, answerId: script.basis ?? null }
  if (!answer) return saved
  const isNewer =
    script.basis === undefined ? answer.created_at > script.updatedAt : answer.id !== script.basis
  return isNewer ? { text: answer.content, answerId: answer.id } : saved
}
