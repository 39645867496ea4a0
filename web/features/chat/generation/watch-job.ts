import type { GenerationStatus } from '../../../../contract/generation.ts'
import { POLL_ATTEMPTS, POLL_EVERY } from '../../../../contract/limits.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { pause } from '../../../lib/pause.ts'
import { generationStatus } from '../api/generation.ts'
import { followText } from './follow-text.ts'
import type { GrowingText } from './growing-text.ts'

/** The finished job, or 'poll limit' after too many polls; undefined after the signal. */
export type JobEnd = GenerationStatus | 'poll limit' | undefined

const isFinished = ({ status }: GenerationStatus) => status === 'completed' || status === 'failed'

/** Polling again would not change these. */
const isPermanent = (error: unknown) =>
  error instanceof RequestError && ['job_not_found', 'not_approved'].includes(error.code)

/** Polls the job's status, at once when the live text ends. */
export async function watchJob(
  jobId: string,
  text: GrowingText,
  signal: AbortSignal,
): Promise<JobEnd> {
  const ended = new AbortController()
  const stop = AbortSignal.any([signal, ended.signal])
  let pollNow = new AbortController()
  void followText(jobId, text, stop).then(() => pollNow.abort())
  try {
    for (let attempt = 0; attempt < POLL_ATTEMPTS && !signal.aborted; attempt += 1) {
      if (pollNow.signal.aborted) pollNow = new AbortController()
      try {
        const job = await generationStatus(jobId, stop)
        if (isFinished(job)) return job
        // Where streams are blocked, the text grows by polling.
        if (job.partial.length > text.get().length) text.set(job.partial)
      } catch (error) {
        if (isPermanent(error)) throw error
      }
      await pause(POLL_EVERY, AbortSignal.any([stop, pollNow.signal]))
    }
    return signal.aborted ? undefined : 'poll limit'
  } finally {
    ended.abort()
  }
}
