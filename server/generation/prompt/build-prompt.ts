import type { Prompt } from '../../ai/writer.ts'
import { type ConversationMessage, conversationTurns } from './conversation-turns.ts'
import { block, escapeTags } from './escape-tags.ts'
import { scriptExcerpt } from './script-excerpt.ts'
import { SYSTEM_PROMPT } from './system-prompt.ts'

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
  /** Oldest first. May already end with the request. */
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

/** Builds the prompt, and says which examples it contains. */
export function buildPrompt(
  { request, currentScript, conversation, examples }: PromptInput,
  budget = promptBudget,
): { prompt: Prompt; usedExamples: string[] } {
  const used = fittingExamples(examples, budget.examples)
  const script = scriptExcerpt(escapeTags(currentScript), budget.script)
  const asked = [
    ...used.map(({ content }) => content),
    ...(script.trim() === '' ? [] : [block('current_script', script)]),
    block('request', escapeTags(request)),
  ].join('\n\n')
  const messages = conversationTurns(withoutRequest(conversation, request), asked, budget)
  return {
    prompt: { system: SYSTEM_PROMPT, messages, request, currentScript },
    usedExamples: used.map(({ id }) => id),
  }
}
