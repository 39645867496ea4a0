import type { Prompt } from '../../ai/writer.ts'
import { escapeTags } from './escape-tags.ts'
import { headOf, tailOf } from './truncate.ts'

type Turn = Prompt['messages'][number]

export type ConversationMessage = { type: 'user' | 'ai'; content: string }

const GAP = '\n[...]\n'

function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const half = Math.floor((length - GAP.length) / 2)
  return headOf(text, half) + GAP + tailOf(text, half)
}

/** The newest messages that fit, oldest first. */
function newestTurns(conversation: readonly ConversationMessage[], budget: Budget): Turn[] {
  const turns: Turn[] = []
  let left = budget.conversation
  for (const { type, content } of conversation.toReversed()) {
    if (content.trim() === '') continue
    const text = shorten(escapeTags(content), budget.message)
    left -= text.length
    if (left < 0) break
    turns.unshift({ role: type === 'user' ? 'user' : 'assistant', content: text })
  }
  return turns
}

type Budget = { conversation: number; message: number }

/** Alternates between user and assistant, as providers require, and starts and ends with the user. */
export function conversationTurns(
  conversation: readonly ConversationMessage[],
  request: string,
  budget: Budget,
): Turn[] {
  const turns: Turn[] = []
  for (const turn of [
    ...newestTurns(conversation, budget),
    { role: 'user' as const, content: request },
  ]) {
    const previous = turns.at(-1)
    if (previous?.role === turn.role) previous.content += `\n\n${turn.content}`
    else if (previous !== undefined || turn.role === 'user') turns.push({ ...turn })
  }
  return turns
}
