import type { LanguageModelV4Usage, LanguageModelV4 } from '@ai-sdk/provider'
import {
  type Usage,
  type Prompt,
  unknownUsage,
  type WritingPart,
  WritingFailure,
  type WritingFailureCode,
  type WritingLimits,
} from '../writer.ts'
import { providerStream } from './provider-stream.ts'

const OPENING = '<think>'
const CLOSING = '</think>'

/** Drops the `<think>` block with which some local models begin. */
function thinkingFilter(): (piece: string) => string {
  let held = ''
  let state: 'undecided' | 'thinking' | 'answer' = 'undecided'
  return (piece) => {
    if (state === 'answer') return piece
    held += piece
    if (state === 'undecided') {
      const start = held.trimStart()
      if (start.length < OPENING.length && OPENING.startsWith(start)) return ''
      state = start.startsWith(OPENING) ? 'thinking' : 'answer'
      if (state === 'answer') return held
    }
    const end = held.indexOf(CLOSING)
    if (end === -1) {
      held = held.slice(-CLOSING.length)
      return ''
    }
    state = 'answer'
    return held.slice(end + CLOSING.length)
  }
}

// Control characters do not belong in a script, and PostgreSQL cannot store NUL.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Drops control characters and joins surrogate pairs split between pieces. */
function storableFilter(keepsStart: boolean): (piece: string) => string {
  let highSurrogate = ''
  let started = keepsStart
  return (piece) => {
    let text = (highSurrogate + piece).replace(CONTROLS, '')
    highSurrogate = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
    text = text.slice(0, text.length - highSurrogate.length).toWellFormed()
    if (!started) text = text.trimStart()
    started ||= text !== ''
    return text
  }
}

/** Reduces the provider's pieces to the text of the answer, by default without leading white space. */
function answerText({ keepsStart = false } = {}): (piece: string) => string {
  const withoutThinking = thinkingFilter()
  const storable = storableFilter(keepsStart)
  return (piece) => storable(withoutThinking(piece))
}

/** Truncates to a number of bytes, at a character boundary. */
function truncateBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read)
}

/** The maximum of the database column, more than any model reads or writes at once. */
const MAX_TOKENS = 2 ** 31 - 1

/** Treats an implausible number of tokens as not reported. */
const count = (reported: number | undefined): number | null =>
  reported !== undefined && Number.isInteger(reported) && reported >= 0 && reported <= MAX_TOKENS
    ? reported
    : null

/** The usage that a provider reports, which may be anything. */
function reportedUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  const input = count(inputTokens.total)
  const cached = count(inputTokens.cacheRead)
  return {
    inputTokens: input,
    // Cached tokens are part of the input, so they cannot exceed it.
    cachedInputTokens: input === null || cached === null ? null : Math.min(cached, input),
    outputTokens: count(outputTokens.total),
  }
}

/** Some local servers send no finish reason; the text is usable all the same. */
const isMissingFinish = (error: unknown) =>
  error instanceof Error && error.name === 'AI_InvalidResponseDataError'

/** By finish reason; any other means that the provider failed before the first word. */
const EMPTY_ANSWER = new Map<string, WritingFailureCode>([
  ['stop', 'empty_answer'],
  ['length', 'empty_answer'],
  ['content-filter', 'content_refused'],
])

/** One request: the text of the answer, cut at the output limit, and how it ended. */
export async function* modelAnswer(
  model: LanguageModelV4,
  prompt: Prompt,
  limits: WritingLimits,
  signal: AbortSignal,
): AsyncGenerator<WritingPart> {
  const answerSoFar = answerText({ keepsStart: prompt.continued !== undefined })
  let bytesLeft = limits.outputBytes
  let usage = unknownUsage
  let reason = 'interrupted'
  for await (const part of providerStream(model, prompt, limits, signal)) {
    if (part.type === 'error' && !isMissingFinish(part.error)) throw part.error
    if (part.type === 'finish') {
      usage = reportedUsage(part.usage)
      reason = part.finishReason.unified
    }
    if (part.type !== 'text-delta') continue
    const whole = answerSoFar(part.delta)
    const text = truncateBytes(whole, bytesLeft)
    bytesLeft -= Buffer.byteLength(text)
    if (text !== '') yield { type: 'text', text }
    if (text.length < whole.length) {
      reason = 'length'
      break
    }
  }
  if (bytesLeft === limits.outputBytes)
    throw new WritingFailure(EMPTY_ANSWER.get(reason) ?? 'provider_error')
  yield { type: 'end', usage, truncated: reason !== 'stop' }
}
