import { openGenerationStream } from '../api/generation.ts'
import type { GrowingText } from './growing-text.ts'
import { pause } from '../../../lib/pause.ts'
import { serverSentEvents } from './server-sent-events.ts'

/** Before the stream is opened again after it broke off; the last one from then on. */
const WAITS = [500, 1_000, 2_000, 5_000]

/** Follows the live text until its end, through lost connections, without gap or repetition. */
export async function followText(
  jobId: string,
  text: GrowingText,
  signal: AbortSignal,
): Promise<void> {
  let place = '0'
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const { body } = await openGenerationStream(jobId, place, signal)
      if (body) {
        for await (const { type, id, data } of serverSentEvents(body)) {
          if (signal.aborted) return
          failures = 0
          if (type === 'end') return
          if (type === 'restart') text.set('')
          else if (type === 'delta') {
            const { text: more } = JSON.parse(data) as { text: string }
            // By its place, because asking for the state may have brought the same words already.
            text.set(text.get().slice(0, Number.parseInt(id, 10) - more.length) + more)
          }
          place = id
        }
      }
    } catch {
      // Asking for the state, which goes on beside, tells what is the matter.
    }
    await pause(WAITS[Math.min(failures, WAITS.length - 1)] ?? 0, signal)
  }
}
