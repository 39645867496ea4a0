import { setTimeout as wait } from 'node:timers/promises'
import type { Writer } from './writer.ts'
import { WritingFailure } from './writing-failure.ts'

const STEPS = 120

/** Words with the space before them, a few at a time, so that every text takes as many steps. */
function piecesOf(text: string): string[] {
  const words = text.match(/\s*\S+|\s+$/g) ?? []
  const size = Math.max(1, Math.ceil(words.length / STEPS))
  return Array.from({ length: Math.ceil(words.length / size) }, (_, index) =>
    words.slice(index * size, (index + 1) * size).join(''),
  )
}

async function pause(milliseconds: number, signal: AbortSignal) {
  try {
    await wait(milliseconds, undefined, { signal })
  } catch {
    throw new WritingFailure('aborted')
  }
}

function requireRoom(text: string, bytes: number) {
  if (Buffer.byteLength(text) > bytes) throw new WritingFailure('prompt_too_long')
}

/** Writes by fixed rules, without a model and without a network, at the pace of one. */
export function createDemoWriter(
  outputBytes: number,
  { duration = 3000 }: { duration?: number } = {},
): Writer {
  return {
    name: 'demo',
    async *write({ request, currentScript }, signal) {
      // An answer that is cut short would cost the writer the end of the script.
      requireRoom(currentScript, outputBytes)
      // Loaded with the first request, to keep the start of the server quick.
      const { compose } = await import('../demo-writer/compose.ts')
      const text = compose(request, currentScript)
      requireRoom(text, outputBytes)
      const pieces = piecesOf(text)
      for (const piece of pieces) {
        await pause(duration / pieces.length, signal)
        yield { type: 'text', text: piece }
      }
      const usage = { inputTokens: null, outputTokens: null }
      yield { type: 'end', usage, truncated: false }
    },
  }
}
