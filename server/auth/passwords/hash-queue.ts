import { failures } from '../failures.ts'

/** On whose behalf a password is hashed. */
export type HashCaller = {
  client: string
  /** The account, or the address that the client names. */
  subject: string
  /** Signed in, or on a device that has signed in before. */
  isKnown: boolean
}

type Work = () => void
type Limits = { atOnce: number; perSubject: number; perClient: number; total: number }

const RETRY_AFTER_SECONDS = 2

/** Alternates between clients, and between the subjects of each client. */
class RoundRobin {
  readonly #clients = new Map<string, Map<string, Work[]>>()

  lengths({ client, subject }: HashCaller): { ofClient: number; ofSubject: number } {
    const subjects = this.#clients.get(client)
    let ofClient = 0
    for (const { length } of subjects?.values() ?? []) ofClient += length
    return { ofClient, ofSubject: subjects?.get(subject)?.length ?? 0 }
  }

  add({ client, subject }: HashCaller, work: Work): void {
    const subjects = this.#clients.get(client) ?? new Map<string, Work[]>()
    const queue = subjects.get(subject) ?? []
    queue.push(work)
    this.#clients.set(client, subjects.set(subject, queue))
  }

  /** Takes the next work and moves its client and subject to the end if they have more. */
  next(): Work | undefined {
    for (const [client, subjects] of this.#clients) {
      for (const [subject, queue] of subjects) {
        const work = queue.shift()
        subjects.delete(subject)
        if (queue.length > 0) subjects.set(subject, queue)
        this.#clients.delete(client)
        if (subjects.size > 0) this.#clients.set(client, subjects)
        return work
      }
    }
    return undefined
  }
}

/**
 * Hashes a few passwords at a time. Callers take turns, so that one with many requests does not delay the
 * others, and every second turn goes to known callers, so that many unknown clients do not delay them.
 */
export class HashQueue {
  readonly #limits: Limits
  readonly #known = new RoundRobin()
  readonly #strangers = new RoundRobin()
  #waiting = 0
  #running = 0
  #wasKnown = false

  constructor(limits: Limits) {
    this.#limits = limits
  }

  async run<T>(caller: HashCaller, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.atOnce) await this.#turnOf(caller)
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#next()
      if (next) next()
      else this.#running -= 1
    }
  }

  #turnOf(caller: HashCaller): Promise<void> {
    const turns = caller.isKnown ? this.#known : this.#strangers
    const { ofClient, ofSubject } = turns.lengths(caller)
    const { perSubject, perClient, total } = this.#limits
    if (ofSubject >= perSubject || ofClient >= perClient)
      throw failures.tooMany('over_request_rate_limit', RETRY_AFTER_SECONDS)
    if (this.#waiting >= total) throw failures.busy()
    this.#waiting += 1
    return new Promise((resolve) => turns.add(caller, resolve))
  }

  #next(): Work | undefined {
    const known = this.#wasKnown ? undefined : this.#known.next()
    const work = known ?? this.#strangers.next() ?? this.#known.next()
    this.#wasKnown = known !== undefined
    if (work) this.#waiting -= 1
    return work
  }
}
