import { refusal } from '../request-failure.ts'

export type SlotLimits = {
  /** Work that runs at the same time. */
  slots: number
  /** Requests that may wait for a slot. */
  waiting: number
  /** Running and waiting requests of one user. */
  perUser: number
}

type Waiting = { start: () => void; refuse: (error: Error) => void }

const retry = { headers: { 'Retry-After': '5' } }
const stopping = () => refusal(503, 'unavailable')

/** Slots shared fairly: waiting users take turns, and one user alone never holds all slots. */
export class FairSlots {
  readonly #limits: SlotLimits
  /** Waiting requests by user; the user at the front is next. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  #isClosed = false

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Runs work in a slot, once it is this user's turn. */
  async run<Result>(user: string, work: () => Promise<Result>): Promise<Result> {
    await this.#acquire(user)
    try {
      return await work()
    } finally {
      this.#release(user)
    }
  }

  /** Refuses all waiting requests. */
  close(): void {
    this.#isClosed = true
    const waiting = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    for (const { refuse } of waiting) refuse(stopping())
  }

  #total(): number {
    return [...this.#running.values()].reduce((sum, count) => sum + count, 0)
  }

  #mayRun(user: string): boolean {
    const { slots } = this.#limits
    const own = this.#running.get(user) ?? 0
    return this.#total() < slots && own < Math.max(1, slots - 1)
  }

  #start(user: string): void {
    this.#running.set(user, (this.#running.get(user) ?? 0) + 1)
  }

  async #acquire(user: string): Promise<void> {
    if (this.#isClosed) throw stopping()
    const own = this.#waiting.get(user) ?? []
    const held = own.length + (this.#running.get(user) ?? 0)
    if (held >= this.#limits.perUser) throw refusal(429, 'too_many_documents', retry)
    if (this.#mayRun(user)) {
      this.#start(user)
      return
    }
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
    if (all >= this.#limits.waiting) throw refusal(503, 'busy', retry)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    own.push({ start: resolve, refuse: reject })
    this.#waiting.set(user, own)
    await promise
  }

  #release(user: string): void {
    const left = (this.#running.get(user) ?? 1) - 1
    if (left > 0) this.#running.set(user, left)
    else this.#running.delete(user)
    for (const [next, queue] of this.#waiting) {
      if (!this.#mayRun(next)) continue
      this.#waiting.delete(next)
      const [first, ...rest] = queue
      // The user's remaining requests go behind those of everybody else.
      if (rest.length > 0) this.#waiting.set(next, rest)
      this.#start(next)
      first?.start()
      return
    }
  }
}
