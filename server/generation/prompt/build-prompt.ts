import type { Prompt } from '../../ai/writer.ts'
import { type ConversationMessage, conversationTurns } from './conversation-turns.ts'
import { block, escapeTags } from './escape-tags.ts'
import { scriptExcerpt } from './script-excerpt.ts'
import { CONTINUE, SYSTEM_PROMPT } from './system-prompt.ts'
import { tailLines } from './truncate.ts'

/** In characters: a feature film has about 160,000, a token about four. */
export const promptBudget = {
  script: 200_000,
  examples: 30_000,
  conversation: 40_000,
  /** Per message: an older answer may be a whole script. */
  message: 10_000,
}

type Example = { id: string; content: string }

type PromptInput = {
  request: string
  currentScript: string
  /** The answer to the request that was cut off; null for a new one. */
  continued: string | null
  /** Oldest first. May already end with the request, and contain the answer that is continued. */
  conversation: readonly ConversationMessage[]
  /** Newest first. */
  examples: readonly Example[]
}

/** The newest examples that fit as a whole; one that is too long is skipped. */
function fittingExamples(examples: readonly Example[], budget: number) {
  const used: Example[] = []
  let left = budget
  for (const { id, content } of examples) {
    const text = block('example', escapeTags(content.trim()))
    if (content.trim() === '' || text.length > left) continue
    left -= text.length
    used.push({ id, content: text })
  }
  return used
}

function withoutRequest(conversation: readonly ConversationMessage[], request: string) {
  const last = conversation.at(-1)
  const isRequest = last?.type === 'user' && last.content.trim() === request.trim()
  return isRequest ? conversation.slice(0, -1) : conversation
}

function beforeAnswer(conversation: readonly ConversationMessage[], answer: string | null) {
  if (answer === null) return conversation
  const at = conversation.findLastIndex(({ type, content }) => type === 'ai' && content === answer)
  return at === -1 ? conversation : conversation.slice(0, at)
}

/** The model's own last turn, or its end if it is long, and the request to go on. */
function continuation(answer: string, budget: number): Prompt['messages'] {
  const text = escapeTags(answer)
  const content = text.length <= budget ? text : tailLines(text, budget)
  return [
    { role: 'assistant', content },
    { role: 'user', content: CONTINUE },
  ]
}

/** Builds the prompt, and says which examples it contains. */
export function buildPrompt(
  { request, currentScript, continued, conversation, examples }: PromptInput,
  budget = promptBudget,
): { prompt: Prompt; usedExamples: string[] } {
  const used = fittingExamples(examples, budget.examples)
  const script = scriptExcerpt(escapeTags(currentScript), budget.script)
  const asked = [
    ...used.map(({ content }) => content),
    ...(script.trim() === '' ? [] : [block('current_script', script)]),
    block('request', escapeTags(request)),
  ].join('\n\n')
  const earlier = withoutRequest(beforeAnswer(conversation, continued), request)
  const messages = conversationTurns(earlier, asked, budget)
  if (continued !== null) messages.push(...continuation(continued, budget.script))
  return {
    prompt: {
      system: SYSTEM_PROMPT,
      messages,
      request,
      currentScript,
      ...(continued !== null && { continued }),
    },
    usedExamples: used.map(({ id }) => id),
  }
}
