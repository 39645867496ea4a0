import { failures } from '../failures.ts'

/** On whose behalf a password is hashed: the client, and the account or address it names. */
export type HashCaller = { client: string; subject: string }

type Work = () => void
type Limits = { atOnce: number; perSubject: number; perClient: number; total: number }

const RETRY_AFTER_SECONDS = 2

/**
 * Runs a few at a time and takes turns: between clients, and between the accounts of a client. However much
 * one of them asks for, the next one waits for its turn only.
 */
export class HashQueue {
  readonly #limits: Limits
  readonly #waiting = new Map<string, Map<string, Work[]>>()
  #length = 0
  #running = 0

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

  #turnOf({ client, subject }: HashCaller): Promise<void> {
    const subjects = this.#waiting.get(client) ?? new Map<string, Work[]>()
    const queue = subjects.get(subject) ?? []
    const { perSubject, perClient, total } = this.#limits
    if (queue.length >= perSubject || count(subjects.values()) >= perClient)
      throw failures.tooMany('over_request_rate_limit', RETRY_AFTER_SECONDS)
    if (this.#length >= total) throw failures.busy()
    this.#length += 1
    this.#waiting.set(client, subjects.set(subject, queue))
    return new Promise((resolve) => queue.push(resolve))
  }

  /** The one whose turn it is goes to the end, if it has more to do. */
  #next(): Work | undefined {
    const [client, subjects] = this.#waiting.entries().next().value ?? []
    const [subject, queue] = subjects?.entries().next().value ?? []
    if (client === undefined || subject === undefined || !subjects || !queue) return undefined
    const work = queue.shift()
    this.#length -= 1
    subjects.delete(subject)
    if (queue.length > 0) subjects.set(subject, queue)
    this.#waiting.delete(client)
    if (subjects.size > 0) this.#waiting.set(client, subjects)
    return work
  }
}

const count = (queues: Iterable<Work[]>) => {
  let sum = 0
  for (const { length } of queues) sum += length
  return sum
}
