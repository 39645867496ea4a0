import type { Logger } from 'pino'

/** Stops what was started, in reverse order; one failing step does not keep the others from running. */
export class Teardown {
  readonly #steps: { name: string; stop: () => void | Promise<void> }[] = []
  readonly #log: Logger
  #running: Promise<void> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  add(name: string, stop: () => void | Promise<void>): void {
    this.#steps.push({ name, stop })
  }

  run(): Promise<void> {
    this.#running ??= this.#runAll()
    return this.#running
  }

  async #runAll(): Promise<void> {
    for (const { name, stop } of this.#steps.toReversed()) {
      try {
        await stop()
      } catch (error) {
        this.#log.error({ err: error }, `could not stop ${name}`)
      }
    }
  }
}
