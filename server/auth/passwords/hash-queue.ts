import { FairQueue } from '../../common/fair-queue.ts'
import { failures } from '../failures.ts'

/** On whose behalf a password is hashed. */
export type HashCaller = {
  client: string
  /** The account, or the address that the client names. */
  subject: string
  /** Signed in, or on a device that has signed in before. */
  isKnown: boolean
}

type Limits = { atOnce: number; perSubject: number; perClient: number; total: number }

const RETRY_AFTER_SECONDS = 2

/**
 * Hashes a few passwords at a time. Known callers and strangers take turns, so that many unknown clients do not
 * delay who is known; so do the clients of each, and the subjects of each client.
 */
export const createHashQueue = ({ atOnce, perSubject, perClient, total }: Limits) =>
  new FairQueue<HashCaller>({
    groupsOf: ({ client, subject, isKnown }) => [isKnown ? 'known' : 'strangers', client, subject],
    mayStart: (_caller, running) => running.length < atOnce,
    checkWait({ client, subject, isKnown }, waiting) {
      const ofClient = waiting.filter((one) => one.isKnown === isKnown && one.client === client)
      const ofSubject = ofClient.filter((one) => one.subject === subject)
      if (ofSubject.length >= perSubject || ofClient.length >= perClient)
        throw failures.tooMany('over_request_rate_limit', RETRY_AFTER_SECONDS)
      if (waiting.length >= total) throw failures.busy()
    },
  })
