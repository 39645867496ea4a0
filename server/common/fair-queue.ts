/** What runs at once, what may wait, and whose turn it is. */
type Rules<Caller> = {
  /** From the widest to the narrowest: at each level, groups with waiting work take turns. */
  groupsOf: (caller: Caller) => readonly string[]
  mayStart: (caller: Caller, running: readonly Caller[]) => boolean
  /** Throws if this caller may not even wait. */
  checkWait: (caller: Caller, waiting: readonly Caller[], running: readonly Caller[]) => void
  /** How long work may wait, and the error after that. */
  patience?: {
    milliseconds: number
    error: (caller: Caller, running: readonly Caller[]) => Error
  }
}

type Waiting<Caller> = { caller: Caller; start: () => void; refuse: (error: Error) => void }

/** Waiting work in the order of its turns. */
class Group<Work> {
  readonly #work: Work[] = []
  /** The group at the front is next. */
  readonly #groups = new Map<string, Group<Work>>()

  get all(): Work[] {
    return [...this.#work, ...[...this.#groups.values()].flatMap(({ all }) => all)]
  }

  add([name, ...narrower]: readonly string[], work: Work): void {
    if (name === undefined) {
      this.#work.push(work)
      return
    }
    const group = this.#groups.get(name) ?? new Group<Work>()
    group.add(narrower, work)
    this.#groups.set(name, group)
  }

  /** Removes the first work that fits; what is left of its groups goes behind the others. */
  take(fits: (work: Work) => boolean): Work | undefined {
    const at = this.#work.findIndex(fits)
    if (at !== -1) return this.#work.splice(at, 1)[0]
    for (const [name, group] of this.#groups) {
      const work = group.take(fits)
      if (work === undefined) continue
      this.#groups.delete(name)
      if (!group.#isEmpty) this.#groups.set(name, group)
      return work
    }
    return undefined
  }

  get #isEmpty(): boolean {
    return this.#work.length === 0 && this.#groups.size === 0
  }
}

/**
 * Shares something scarce between callers: who has a lot of work waiting delays the work of others by one turn
 * at most. Used for database connections, large responses, password hashes and document threads.
 */
export class FairQueue<Caller> {
  readonly #rules: Rules<Caller>
  readonly #running: Caller[] = []
  readonly #waiting = new Group<Waiting<Caller>>()
  #closed: Error | undefined

  constructor(rules: Rules<Caller>) {
    this.#rules = rules
  }

  /** Runs work once it is this caller's turn. */
  async run<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    if (this.#closed) throw this.#closed
    if (this.#mayStart(caller)) this.#running.push(caller)
    else await this.#wait(caller)
    try {
      return await work()
    } finally {
      this.#end(caller)
    }
  }

  /** Takes a turn without waiting, if there is one; what it returns ends the turn. */
  tryStart(caller: Caller): (() => void) | undefined {
    if (this.#closed || !this.#mayStart(caller)) return undefined
    this.#running.push(caller)
    return () => this.#end(caller)
  }

  /** To be called when more may run for a reason that the queue cannot see. */
  look(): void {
    this.#startNext()
  }

  /** Refuses all work that waits or comes later. */
  close(error: Error): void {
    this.#closed = error
    for (const waiting of this.#waiting.all) this.#refuse(waiting, error)
  }

  #end(caller: Caller): void {
    this.#running.splice(this.#running.indexOf(caller), 1)
    this.#startNext()
  }

  #mayStart(caller: Caller): boolean {
    return this.#rules.mayStart(caller, this.#running)
  }

  async #wait(caller: Caller): Promise<void> {
    const { groupsOf, checkWait, patience } = this.#rules
    const others = this.#waiting.all.map((waiting) => waiting.caller)
    checkWait(caller, others, this.#running)
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>()
    const waiting = { caller, start, refuse }
    this.#waiting.add(groupsOf(caller), waiting)
    if (!patience) return promise
    const timer = setTimeout(
      () => this.#refuse(waiting, patience.error(caller, this.#running)),
      patience.milliseconds,
    )
    await promise.finally(() => clearTimeout(timer))
  }

  #refuse(waiting: Waiting<Caller>, error: Error): void {
    this.#waiting.take((work) => work === waiting)
    waiting.refuse(error)
  }

  #startNext(): void {
    const next = this.#waiting.take(({ caller }) => this.#mayStart(caller))
    if (!next) return
    this.#running.push(next.caller)
    next.start()
  }
}
