import { RequestError } from '../../../lib/backend/request-error.ts'
import { logError } from '../../../lib/log.ts'
import { pause } from '../../../lib/timing/pause.ts'
import { cancelGeneration, findJob } from '../api/generation.ts'

const RETRY_EVERY = 5_000

/** A proxy that timed out may still be delivering the request, so one lookup is not enough. */
const LOOKUPS = 2

/**
 * Cancels a request that was stopped before the server confirmed it, whether or not it arrived. Resolves with whether
 * it did. `jobId` resolves with the job if the pending request is confirmed after all.
 */
export async function cancelRequest(
  idempotencyKey: string,
  jobId: Promise<string | undefined>,
): Promise<boolean> {
  let id = await jobId
  for (let lookups = 0; lookups < LOOKUPS; ) {
    try {
      id ??= await findJob(idempotencyKey)
      if (id !== undefined) {
        await cancelGeneration(id)
        return true
      }
      lookups += 1
    } catch (error) {
      if (!(error instanceof RequestError && error.isNetwork)) {
        logError('A stopped generation could not be cancelled.', error)
        return id !== undefined
      }
    }
    await pause(RETRY_EVERY)
  }
  return false
}
