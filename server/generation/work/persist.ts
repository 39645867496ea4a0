import { setTimeout as sleep } from 'node:timers/promises'
import { isTooSlow, isTransient } from '../../database/unavailable.ts'

/** How long it is retried while the database is unavailable or its disk is full. */
const PERSIST_TIMEOUT = 60_000

/**
 * Reads or stores something of a job, and retries with backoff: losing an outcome to a short outage would mean writing the
 * answer again.
 */
export async function persist<Done>(end: () => Promise<Done>): Promise<Done> {
  const giveUpAt = performance.now() + PERSIST_TIMEOUT
  let wasTooSlow = false
  for (let wait = 200; ; wait = Math.min(wait * 2, 5_000)) {
    try {
      return await end()
    } catch (error) {
      if (!isTransient(error) || performance.now() > giveUpAt) throw error
      // Once more: the machine may have been busy.
      if (wasTooSlow && isTooSlow(error)) throw error
      wasTooSlow = isTooSlow(error)
      await sleep(wait, undefined, { ref: false })
    }
  }
}
