import type { Prompt } from '../../ai/writer.ts'
import { headOf, tailOf } from './truncate.ts'
import { material } from './escape-tags.ts'

type Turn = Prompt['messages'][number]

export type ConversationMessage = { type: 'user' | 'ai'; content: string }

const GAP = '\n[...]\n'

function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  const half = Math.floor((length - GAP.length) / 2)
  return headOf(text, half) + GAP + tailOf(text, half)
}

/** The newest messages that fit, in their order. */
function newest(conversation: readonly ConversationMessage[], budget: Budget): Turn[] {
  const turns: Turn[] = []
  let left = budget.conversation
  for (const { type, content } of conversation.toReversed()) {
    if (content.trim() === '') continue
    const text = shortened(material(content), budget.message)
    left -= text.length
    if (left < 0) break
    turns.unshift({ role: type === 'user' ? 'user' : 'assistant', content: text })
  }
  return turns
}

type Budget = { conversation: number; message: number }

/** User and assistant by turns, as providers want it; the first is the user's, and so is the last. */
export function conversationTurns(
  conversation: readonly ConversationMessage[],
  request: string,
  budget: Budget,
): Turn[] {
  const turns: Turn[] = []
  for (const turn of [
    ...newest(conversation, budget),
    { role: 'user' as const, content: request },
  ]) {
    const before = turns.at(-1)
    if (before?.role === turn.role) before.content += `\n\n${turn.content}`
    else if (before !== undefined || turn.role === 'user') turns.push({ ...turn })
  }
  return turns
}
