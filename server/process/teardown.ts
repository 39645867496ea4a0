import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** How long all steps together are awaited, in milliseconds, before the last ones. */
const PATIENCE = 3_500

type Step = { name: string; stop: () => void | Promise<void>; isLast: boolean }

/** Stops what was started, in reverse order; one failing or slow step does not keep the others from running. */
export class Teardown {
  readonly #groups: Step[][] = []
  readonly #log: Logger
  readonly #patience: number
  #running: Promise<void> | undefined

  constructor(log: Logger, patience = PATIENCE) {
    this.#log = log
    this.#patience = patience
  }

  add(name: string, stop: Step['stop']): void {
    this.#groups.push([{ name, stop, isLast: false }])
  }

  /** Begins to stop together with the step that was added before. */
  addBeside(name: string, stop: Step['stop']): void {
    this.#groups.at(-1)?.push({ name, stop, isLast: false })
  }

  /** Is awaited however long it takes: it ends what the steps before it may be waiting for. */
  addLast(name: string, stop: Step['stop']): void {
    this.#groups.push([{ name, stop, isLast: true }])
  }

  run(): Promise<void> {
    this.#running ??= this.#runAll()
    return this.#running
  }

  async #runAll(): Promise<void> {
    const late = sleep(this.#patience, 'late' as const, { ref: false })
    for (const group of this.#groups.toReversed()) {
      const stopped = Promise.all(group.toReversed().map((step) => this.#stop(step)))
      const isLast = group.some((step) => step.isLast)
      if ((await (isLast ? stopped : Promise.race([stopped, late]))) === 'late') {
        const steps = group.map(({ name }) => name)
        this.#log.warn({ steps }, 'going on without waiting for what is slow to stop')
      }
    }
  }

  async #stop({ name, stop }: Step): Promise<void> {
    try {
      await stop()
    } catch (error) {
      this.#log.error({ err: error }, `could not stop ${name}`)
    }
  }
}
