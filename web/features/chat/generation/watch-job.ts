import type { GenerationStatus } from '../../../../contract/generation.ts'
import { POLL_ATTEMPTS, POLL_EVERY } from '../../../../contract/limits.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { generationStatus } from '../api/generation.ts'
import { followText } from './follow-text.ts'
import type { GrowingText } from './growing-text.ts'
import { pause } from '../../../lib/pause.ts'

/** What the job became; 'patience' when it was asked for often enough. Undefined after the signal. */
export type JobEnd = GenerationStatus | 'patience' | undefined

const isOver = ({ status }: GenerationStatus) => status === 'completed' || status === 'failed'

/** Nobody knows this job here: asking again will not change that. */
const isFinal = (error: unknown) =>
  error instanceof RequestError && ['job_not_found', 'not_approved'].includes(error.code)

/** Asks at once and then every 5 seconds; the end of the live text is a reason to ask at once. */
export async function watchJob(
  jobId: string,
  text: GrowingText,
  signal: AbortSignal,
): Promise<JobEnd> {
  const ended = new AbortController()
  const stop = AbortSignal.any([signal, ended.signal])
  let wake = new AbortController()
  void followText(jobId, text, stop).then(() => wake.abort())
  try {
    for (let attempt = 0; attempt < POLL_ATTEMPTS && !signal.aborted; attempt += 1) {
      if (wake.signal.aborted) wake = new AbortController()
      try {
        const job = await generationStatus(jobId, stop)
        if (isOver(job)) return job
        // Where the live text does not get through, this is how it grows.
        if (job.partial.length > text.get().length) text.set(job.partial)
      } catch (error) {
        if (isFinal(error)) throw error
      }
      await pause(POLL_EVERY, AbortSignal.any([stop, wake.signal]))
    }
    return signal.aborted ? undefined : 'patience'
  } finally {
    ended.abort()
  }
}
