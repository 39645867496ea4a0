import { isStopNote, type Message } from '../../chat/api/messages.ts'
import type { Basis, StoredScript } from '../../scripts/api/script.ts'

export type Content = {
  text: string
  /** The answers that the text takes into account. */
  basis: Basis
}

const isBlank = (text: string) => text.trim() === ''

const isAnswer = (message: Message) => message.type === 'ai' && !isStopNote(message)

/** The answers that the saved text does not take into account. */
function newAnswers(
  script: StoredScript | null,
  answers: readonly Message[],
  conversationId: string | null,
): readonly Message[] {
  if (!script || isBlank(script.text)) return answers
  const { basis, updatedAt } = script
  // Not by time where it is known better: an answer may arrive while the script is being saved.
  if (basis && basis.conversationId === conversationId)
    return answers.slice(answers.findIndex(({ id }) => id === basis.answerId) + 1)
  return answers.filter(({ created_at }) => created_at > updatedAt)
}

/**
 * The script's current text: the last complete answer, unless the script was saved after it. A stopped
 * answer fills an empty script, but never replaces a text that may be longer.
 */
export function currentContent(
  script: StoredScript | null,
  messages: readonly Message[],
  conversationId: string | null,
): Content {
  const stopped = new Set(messages.filter(isStopNote).map(({ job_id }) => job_id))
  // Messages without a job are unrelated to each other.
  stopped.delete(null)
  const answers = messages.filter(isAnswer)
  const text = newAnswers(script, answers, conversationId).reduce(
    (before, { content, job_id }) => (isBlank(before) || !stopped.has(job_id) ? content : before),
    script?.text ?? '',
  )
  return { text, basis: { conversationId, answerId: answers.at(-1)?.id ?? null } }
}

/**
 * Where the saved script belongs among the messages: behind the last answer that is older. Null if that
 * answer or the last one already shows its text.
 */
export function savedScriptPlace(
  script: StoredScript | null,
  messages: readonly Message[],
): number | null {
  if (!script || isBlank(script.text)) return null
  const last = messages.findLastIndex(
    ({ type, created_at }) => type === 'ai' && created_at <= script.updatedAt,
  )
  const shows = (answer: Message | undefined) => answer?.content === script.text
  const isShown =
    shows(messages.findLast(isAnswer)) || shows(messages.slice(0, last + 1).findLast(isAnswer))
  return isShown ? null : last + 1
}
