import { isStopNote, type Message } from '../../chat/api/messages.ts'

/**
 * Where the script stands among the messages: behind the last answer that changed it, and so above those
 * that did not. Null if there is no script, or if that answer shows it already.
 */
export function scriptPlace(text: string, messages: readonly Message[]): number | null {
  if (text.trim() === '') return null
  const last = messages.findLastIndex(
    (message) => message.type === 'ai' && !isStopNote(message) && message.withheld === null,
  )
  return messages[last]?.content === text ? null : last + 1
}
