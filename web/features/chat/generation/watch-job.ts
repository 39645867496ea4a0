import type { GenerationStatus } from '../../../../contract/generation.ts'
import { POLL_ATTEMPTS, POLL_EVERY } from '../../../../contract/limits.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { pause } from '../../../lib/timing/pause.ts'
import { generationStatus } from '../api/generation.ts'
import { type EndedJob, followText } from './follow-text.ts'
import type { Store } from '../../../lib/store.ts'

/** The ended job, or 'poll limit' after too many polls; undefined after an abort. */
type JobEnd = EndedJob | 'poll limit' | undefined

const isFinished = ({ status }: GenerationStatus) => status === 'completed' || status === 'failed'

/** Polling again would not change these. */
const isPermanent = (error: unknown) =>
  error instanceof RequestError && ['job_not_found', 'not_approved'].includes(error.code)

/**
 * Polls the job's status until it has ended, or until the live text says so. Polls of a job that still waits
 * in the queue do not count towards the limit.
 */
export async function watchJob(
  jobId: string,
  text: Store<string>,
  onStatus: (job: GenerationStatus) => void,
  signal: AbortSignal,
): Promise<JobEnd> {
  const ended = new AbortController()
  const stop = AbortSignal.any([signal, ended.signal])
  const streamed = new AbortController()
  let end: EndedJob | undefined
  const follow = async () => {
    end = await followText(jobId, text, stop)
    streamed.abort()
  }
  void follow()
  try {
    for (let attempts = 0; attempts < POLL_ATTEMPTS && !signal.aborted; attempts += 1) {
      try {
        const job = await generationStatus(jobId, stop)
        if (isFinished(job)) return job
        onStatus(job)
        if (job.status === 'pending') attempts -= 1
        // Where streams are blocked, the text grows by polling.
        if (job.partial.length > text.get().length) text.set(job.partial)
      } catch (error) {
        if (isPermanent(error)) throw error
      }
      await pause(POLL_EVERY, AbortSignal.any([stop, streamed.signal]))
      if (end) return end
    }
    return signal.aborted ? undefined : 'poll limit'
  } finally {
    ended.abort()
  }
}
