import type { PromptContext } from '../../../contract/generation.ts'
import { withoutPageMarks } from '../../../screenplay/production.ts'
import { escapeTags } from '../../../screenplay/answers.ts'
import { WritingFailure, type Prompt } from '../../ai/writer.ts'
import { type Attachment, type AttachmentContext, attachmentsWithin } from './attachment-context.ts'
import { bibleContext, type BibleEntry } from './bible-context.ts'
import { block } from './block.ts'
import { contextOf, contextPart } from './context-parts.ts'
import {
  alternating,
  type ConversationMessage,
  newestTurns,
  turnTokens,
} from './conversation-turns.ts'
import type { ScriptMemory } from './outline.ts'
import type { Target } from './scene-block.ts'
import { type ScriptContext, selectContext } from './select-context.ts'
import { speakerName, type Speaker, speakerPart } from './speaker.ts'
import { CONTINUE, repairRequest, scopeOf, systemPrompt } from './system-prompt.ts'
import { shortenTo, tailWithin, tokensOf } from './tokens.ts'

/** Fractions of the tokens that the system prompt leaves. */
const SHARES = {
  /** Upper limits; text beyond them is cut. */
  request: 0.35,
  continued: 0.25,
  repair: 0.2,
  speaker: 0.15,
  outline: 0.35,
  bible: 0.15,
  /** At least this much, and more if the script leaves room. */
  attachments: 0.2,
  /** Reserved unless the scenes that the request concerns need it; may grow if the script leaves room. */
  conversation: 0.2,
  examples: 0.15,
}
/** Allows for separators between parts and for rounding. */
const MARGIN = 20

type Turn = Prompt['messages'][number]
type Example = { id: string; content: string }

export type PromptInput = {
  request: string
  currentScript: string
  /** The answer that was cut off and is to be continued; null for a new request. */
  continued: string | null
  /** Oldest first. May already end with the request, and contain the answer that is continued. */
  conversation: readonly ConversationMessage[]
  /** Newest first. */
  examples: readonly Example[]
  /** The only range of `currentScript` that may change, in UTF-16 units; null for the whole script. */
  target?: Target | null
  /** A question is answered in prose and changes nothing. */
  mode?: 'change' | 'ask'
  /** How many versions of the change are wanted; null for one. */
  alternatives?: number | null
  /** Of a question: whom the answer speaks for. */
  speaker?: Speaker | null
  memory?: ScriptMemory | null
  /** The story's bible, pinned entries first. */
  bible?: readonly BibleEntry[]
  /** The files that belong to the script, oldest first. */
  attachments?: readonly Attachment[]
  /** The model's last answer, which could not be applied, and why. */
  repair?: { answer: string; explanation: string; scenes?: readonly number[] } | null
}

type BuiltPrompt = {
  prompt: Prompt
  usedExamples: string[]
  /** The ids of the scenes that the model gets in full. */
  wholeScenes: number[]
  /** The estimated tokens of the whole prompt. */
  tokens: number
  context: PromptContext
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const turnsTokens = (turns: readonly Turn[]) => sum(turns.map(turnTokens))

/** The newest examples that fit in full; an example that is too long is skipped. */
function fittingExamples(examples: readonly Example[], tokens: number) {
  const ids: string[] = []
  const texts: string[] = []
  let left = tokens
  for (const { id, content } of examples) {
    const text = block('example', escapeTags(content.trim()))
    const cost = tokensOf(`${text}\n\n`)
    if (content.trim() === '' || cost > left) continue
    left -= cost
    ids.push(id)
    texts.push(text)
  }
  return { ids, text: texts.join('\n\n'), tokens: tokens - left }
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

/** The request with its scope, and what follows it: an answer to continue or to repair. */
function finalTurns(input: PromptInput, room: number): Turn[] {
  const { request, continued, repair, currentScript, target, mode, alternatives } = input
  const shown = shortenTo(escapeTags(request), room * SHARES.request)
  const scope = scopeOf({
    mode: mode ?? 'change',
    hasScript: currentScript.trim() !== '',
    hasTarget: hasTarget(input) && target !== null,
    alternatives: alternatives ?? null,
  })
  const voice =
    input.speaker && mode === 'ask'
      ? speakerPart(input.speaker, currentScript, room * SHARES.speaker)
      : ''
  const asked = [block('request', shown), scope, voice].filter((part) => part !== '').join('\n\n')
  const turns: Turn[] = [{ role: 'user', content: asked }]
  if (continued !== null) {
    const answer = tailWithin(continued.toWellFormed(), room * SHARES.continued)
    turns.push({ role: 'assistant', content: answer }, { role: 'user', content: CONTINUE })
  }
  if (repair) {
    const answer = shortenTo(repair.answer.toWellFormed(), room * SHARES.repair)
    const explanation = shortenTo(escapeTags(repair.explanation), 200)
    turns.push(
      { role: 'assistant', content: answer },
      { role: 'user', content: repairRequest(explanation) },
    )
  }
  return turns.filter(({ content }) => content !== '')
}

/** The outline, and the scenes that the model gets in full. */
function scriptParts({ parts, outline, wholeScenes, sceneCount }: ScriptContext) {
  const tokens = sum(parts.map((one) => tokensOf(`${one}\n\n`)))
  const ofOutline = outline === '' ? 0 : tokensOf(`${outline}\n\n`)
  const scenes = wholeScenes.filter((id) => id > 0)
  const rest = contextPart(
    'scenes',
    tokens - ofOutline,
    scenes.length,
    Math.max(sceneCount, tokens > 0 ? 1 : 0),
  )
  return [
    contextPart('outline', ofOutline, outline === '' ? 0 : sceneCount),
    scenes.length === sceneCount ? rest : { ...rest, scenes },
  ]
}

/** The passages of all files, and how many of each. */
function attachmentsPart({ tokens, files }: AttachmentContext) {
  const count = sum(files.map((file) => file.count))
  return { ...contextPart('attachments', tokens, count, sum(files.map(({ of }) => of))), files }
}

/** A blank script has nothing to mark. */
const hasTarget = ({ target, currentScript }: PromptInput) =>
  target !== null && target !== undefined && currentScript.trim() !== ''

/** Removes the notes that lock page breaks, which are not part of the story. */
function withoutMarks(input: PromptInput): PromptInput {
  const { text, rangeOf } = withoutPageMarks(input.currentScript)
  return { ...input, currentScript: text, target: rangeOf(input.target ?? null) }
}

/**
 * Builds a prompt within the given number of tokens, the parts that change least first, so that providers can
 * cache them. Throws `target_too_long` if not even the target fits.
 */
export function buildPrompt(marked: PromptInput, tokens: number): BuiltPrompt {
  const input = withoutMarks(marked)
  const { request, currentScript, continued, examples, memory = null } = input
  // What is said of a character who answers concerns the request.
  const concern = request + speakerName(input.speaker ?? null)
  const target = hasTarget(input) ? (input.target ?? null) : null
  const attachments = input.attachments ?? []
  const system = systemPrompt(attachments.length > 0)
  const room = tokens - tokensOf(system) - MARGIN
  const final = finalTurns(input, room)
  let left = room - turnsTokens(final)
  const bible = bibleContext(
    input.bible ?? [],
    { request: concern, script: currentScript, target },
    Math.min(room * SHARES.bible, left),
  )
  left -= bible.tokens
  const passagesWithin = (most: number) => attachmentsWithin(attachments, most)
  let least = passagesWithin(Math.min(room * SHARES.attachments, left))
  left -= least.tokens

  const conversation = withoutRequest(beforeAnswer(input.conversation, continued), request)
  const select = (most: number) =>
    selectContext({
      script: currentScript,
      request: concern,
      target,
      named: input.repair?.scenes ?? [],
      memory,
      tokens: most,
      outlineTokens: room * SHARES.outline,
    })
  const reserved = turnsTokens(newestTurns(conversation, room * SHARES.conversation))
  const exampleRoom = fittingExamples(examples, room * SHARES.examples).tokens
  let script: ScriptContext | null = select(left - reserved - exampleRoom)
  if (!script?.isComplete) script = select(left)
  if (!script?.isComplete && least.tokens > 0) {
    // The scenes in question matter more.
    left += least.tokens
    least = passagesWithin(0)
    script = select(left)
  }
  if (script === null) throw new WritingFailure('target_too_long')
  left -= sum(script.parts.map((part) => tokensOf(`${part}\n\n`)))
  const used = fittingExamples(examples, left - Math.min(reserved, left))
  left -= used.tokens
  const most = passagesWithin(least.tokens + left - Math.min(reserved, left))
  const files = most.tokens > least.tokens ? most : least
  left -= files.tokens - least.tokens
  const earlier = newestTurns(conversation, left)

  const context = [...script.parts, bible.text, files.text, used.text].filter((part) => part !== '')
  const messages = alternating([...earlier, ...final])
  const requestTokens = turnsTokens(final)
  // Answers before the first message of the writer are not sent.
  const firstOfUser = earlier.findIndex(({ role }) => role === 'user')
  const said = firstOfUser === -1 ? 0 : earlier.length - firstOfUser
  const prompt: Prompt = {
    system,
    context,
    messages,
    request,
    currentScript,
    ...(continued !== null && { continued }),
    target,
    mode: input.mode ?? 'change',
    alternatives: input.alternatives ?? null,
  }
  return {
    prompt,
    usedExamples: used.ids,
    wholeScenes: script.wholeScenes,
    tokens: promptTokens(prompt),
    context: contextOf(promptTokens(prompt), [
      contextPart('rules', tokensOf(system), 1),
      ...scriptParts(script),
      { ...contextPart('bible', bible.tokens, bible.names.length, bible.of), names: bible.names },
      attachmentsPart(files),
      contextPart('examples', used.tokens, used.ids.length, examples.length),
      contextPart('conversation', turnsTokens(messages) - requestTokens, said, conversation.length),
      contextPart('request', requestTokens, 1),
    ]),
  }
}

/** The estimated number of tokens that a provider counts. */
const promptTokens = ({ system, context = [], messages }: Prompt): number =>
  Math.ceil(
    tokensOf(system) + sum(context.map((part) => tokensOf(`${part}\n\n`))) + turnsTokens(messages),
  )
