import { setTimeout as sleep } from 'node:timers/promises'
import { type Prompt, unknownUsage, type Writer, WritingFailure } from './writer.ts'

const STEPS = 120

export type DemoAnswer = (prompt: Prompt, signal: AbortSignal) => Promise<string>

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

/** A truncated answer could not be applied. */
function requireRoom(text: string, bytes: number) {
  if (Buffer.byteLength(text) > bytes) throw new WritingFailure('prompt_too_long')
}

/** The demo's whole answer. */
export async function demoAnswer({ continued = '', ...asked }: Prompt): Promise<string> {
  if (asked.reading) {
    const { reader, scenes, isLast = true } = asked.reading
    if (reader === 'bible') {
      const { bibleByRules } = await import('../demo-writer/read.ts')
      return bibleByRules(asked.currentScript, scenes)
    }
    const { notesByRules } = await import('../demo-writer/note-rules.ts')
    return notesByRules(asked.currentScript, scenes, isLast)
  }
  // Lazy-loaded to keep the server's start fast.
  const { answer, restOf } = await import('../demo-writer/answer.ts')
  return continued === '' ? answer(asked) : restOf(continued, asked.request, asked.currentScript)
}

/** Answers with the built-in demo, at the pace of a model; `answer` may compute it in another thread. */
export function createDemoWriter(
  outputBytes: number,
  duration: number,
  answer: DemoAnswer = demoAnswer,
): Writer {
  return {
    name: 'demo',
    readsScript: true,
    ignoresExamples: true,
    async *write(prompt, signal) {
      const text = await answer(prompt, signal)
      requireRoom(text, outputBytes)
      const pieces = split(text)
      for (const piece of pieces) {
        await pause(duration / pieces.length, signal)
        yield { type: 'text', text: piece }
      }
      yield { type: 'end', usage: unknownUsage, truncated: false }
    },
  }
}
