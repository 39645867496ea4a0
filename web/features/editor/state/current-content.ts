import { isStopNote, type Message } from '../../chat/api/messages.ts'
import type { Basis, StoredScript } from '../../scripts/api/script.ts'

export type Content = {
  text: string
  /** The answers that the text takes into account. */
  basis: Basis
}

const isBlank = (text: string) => text.trim() === ''

const isAnswer = (message: Message) => message.type === 'ai' && !isStopNote(message)

/** When an answer became the script: on its arrival, or when the writer used it anyway. */
const appliedAt = ({ used_at, created_at }: Message) => used_at ?? created_at

/** The answers that were not withheld, in the order in which they became the script. */
const appliedAnswers = (messages: readonly Message[]): Message[] =>
  messages
    .filter((message) => isAnswer(message) && message.withheld === null)
    .toSorted((a, b) => (appliedAt(a) < appliedAt(b) ? -1 : appliedAt(a) > appliedAt(b) ? 1 : 0))

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
  return answers.filter((answer) => appliedAt(answer) > updatedAt)
}

/**
 * The script's current text: the last answer that was not withheld, unless the script was saved after it.
 * A stopped answer fills an empty script, but replaces no other unless the writer uses it anyway.
 */
export function currentContent(
  script: StoredScript | null,
  messages: readonly Message[],
  conversationId: string | null,
): Content {
  const stopped = new Set(messages.filter(isStopNote).map(({ job_id }) => job_id))
  // Messages without a job are unrelated to each other.
  stopped.delete(null)
  const answers = appliedAnswers(messages)
  const text = newAnswers(script, answers, conversationId).reduce(
    (before, { content, job_id, used_at }) =>
      isBlank(before) || used_at !== null || !stopped.has(job_id) ? content : before,
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
