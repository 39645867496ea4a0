import { logError } from '../../../lib/log.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { cancelGeneration, jobOfRequest } from '../api/generation.ts'
import { pause } from '../../../lib/pause.ts'

const LOOK_AGAIN_AFTER = 5_000

/** A gateway may still be passing on what it gave up: none twice is none. */
const LOOKS = 2

/**
 * Sees to it that a wish which nobody waits for any more is not written, whether the server has taken it
 * or not. `asked`: the job, if the question that is under way is answered after all.
 */
export async function withdraw(
  idempotencyKey: string,
  asked: Promise<string | undefined>,
): Promise<void> {
  let jobId = await asked
  for (let looks = 0; looks < LOOKS; ) {
    try {
      jobId ??= await jobOfRequest(idempotencyKey)
      if (jobId !== undefined) {
        await cancelGeneration(jobId)
        return
      }
      looks += 1
    } catch (error) {
      if (!(error instanceof RequestError && error.isNetwork)) {
        logError('A generation that was stopped could not be cancelled.', error)
        return
      }
    }
    await pause(LOOK_AGAIN_AFTER)
  }
}
