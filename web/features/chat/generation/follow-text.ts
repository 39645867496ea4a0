import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { GenerationStatus } from '../../../../contract/generation.ts'
import { pause } from '../../../lib/timing.ts'
import { openGenerationStream } from '../api/generation.ts'
import type { Store } from '../../../lib/store.ts'

/** Delays before reconnecting after a failure; the last one repeats. */
const BACKOFF = [500, 1_000, 2_000, 5_000]

/** Not every browser can iterate over a stream. */
async function* eventsIn(body: ReadableStream<Uint8Array>) {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Cancelling fails if the stream is already broken, which `read` has reported.
    await reader.cancel().catch(() => undefined)
  }
}

/** What the last event says about the job. */
export type EndedJob = Pick<GenerationStatus, 'status' | 'error' | 'code' | 'withheld'>

/** Follows the live text to its end, across lost connections, without gaps or repetition. */
export async function followText(
  jobId: string,
  text: Store<string>,
  signal: AbortSignal,
): Promise<EndedJob | undefined> {
  let position = '0'
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const { body } = await openGenerationStream(jobId, position, signal)
      if (body) {
        for await (const { event, id = position, data } of eventsIn(body)) {
          if (signal.aborted) return undefined
          failures = 0
          if (event === 'end') return JSON.parse(data) as EndedJob
          if (event === 'restart') text.set('')
          else if (event === 'delta') {
            const { text: more } = JSON.parse(data) as { text: string }
            // Placed by its position: polling the status may have brought the same words already.
            text.set(text.get().slice(0, Number.parseInt(id, 10) - more.length) + more)
          }
          position = id
        }
      }
    } catch {
      // The status is polled in parallel and reports what is wrong.
    }
    await pause(BACKOFF[Math.min(failures, BACKOFF.length - 1)] ?? 0, signal)
  }
  return undefined
}
