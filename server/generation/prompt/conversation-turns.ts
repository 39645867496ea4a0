import { escapeTags } from '../../../screenplay/answers.ts'
import type { Prompt } from '../../ai/writer.ts'
import { shortenTo, tokensOf } from './tokens.ts'

type Turn = Prompt['messages'][number]

export type ConversationMessage = { type: 'user' | 'ai'; content: string }

/** The tokens that a message costs in addition to its text. */
const FRAME = 6

export const turnTokens = ({ content }: Turn): number => tokensOf(content) + FRAME

/** The newest messages that fit, oldest first; each may take up to a third of the tokens. */
export function newestTurns(conversation: readonly ConversationMessage[], tokens: number): Turn[] {
  const turns: Turn[] = []
  let left = tokens
  for (const { type, content } of conversation.toReversed()) {
    if (content.trim() === '') continue
    const isUser = type === 'user'
    // The model's own turns keep their tags unescaped, because it would imitate escaped ones.
    const text = isUser ? escapeTags(content) : content.toWellFormed()
    const shown = shortenTo(text, tokens / 3 - FRAME)
    const turn = { role: isUser ? ('user' as const) : ('assistant' as const), content: shown }
    left -= turnTokens(turn)
    if (left < 0 || shown === '') break
    turns.unshift(turn)
  }
  return turns
}

/** Alternates between user and assistant, as providers require, and starts with the user. */
export function alternating(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = []
  for (const turn of turns) {
    const previous = joined.at(-1)
    if (previous?.role === turn.role) previous.content += `\n\n${turn.content}`
    else if (previous !== undefined || turn.role === 'user') joined.push({ ...turn })
  }
  return joined
}
