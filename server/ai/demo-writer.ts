import { setTimeout as sleep } from 'node:timers/promises'
import type { Writer } from './writer.ts'
import { WritingFailure } from './writing-failure.ts'

const STEPS = 120

/** Splits a text into about 120 pieces of whole words, however long it is. */
function split(text: string): string[] {
  const words = text.match(/\s*\S+|\s+$/g) ?? []
  const size = Math.max(1, Math.ceil(words.length / STEPS))
  return Array.from({ length: Math.ceil(words.length / size) }, (_, index) =>
    words.slice(index * size, (index + 1) * size).join(''),
  )
}

async function pause(milliseconds: number, signal: AbortSignal) {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch {
    throw new WritingFailure('aborted')
  }
}

function requireRoom(text: string, bytes: number) {
  if (Buffer.byteLength(text) > bytes) throw new WritingFailure('prompt_too_long')
}

/** Answers with the built-in demo, at the pace of a model. */
export function createDemoWriter(
  outputBytes: number,
  { duration = 3000 }: { duration?: number } = {},
): Writer {
  return {
    name: 'demo',
    async *write({ request, currentScript, continued = '' }, signal) {
      // A truncated answer would lose the end of the script.
      requireRoom(currentScript, outputBytes)
      // Lazy-loaded to keep the server's start fast.
      const { compose, restOf } = await import('../demo-writer/compose.ts')
      const text =
        continued === ''
          ? compose(request, currentScript)
          : restOf(continued, request, currentScript)
      requireRoom(text, outputBytes)
      const pieces = split(text)
      for (const piece of pieces) {
        await pause(duration / pieces.length, signal)
        yield { type: 'text', text: piece }
      }
      const usage = { inputTokens: null, outputTokens: null }
      yield { type: 'end', usage, truncated: false }
    },
  }
}
