import { wholeScript } from '../../chat/answers/answer-parts.ts'
import { isAnswer, type Message } from '../../chat/api/messages.ts'

/**
 * Where the script stands among the messages: behind the last answer that was a whole script, and so above those
 * that changed parts of it or nothing. Null if there is no script, or if that answer shows it already.
 */
export function scriptPlace(text: string, messages: readonly Message[]): number | null {
  if (text.trim() === '') return null
  const last = messages.findLastIndex(
    (message) => isAnswer(message) && message.withheld === null && wholeScript(message) !== null,
  )
  const answer = messages[last]
  return answer && wholeScript(answer) === text ? null : last + 1
}
