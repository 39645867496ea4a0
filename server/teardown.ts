import type { Logger } from 'pino'

/** What was started, ended in the opposite order, each part whatever became of the others. */
export class Teardown {
  readonly #steps: { name: string; end: () => void | Promise<void> }[] = []
  readonly #log: Logger
  #run: Promise<void> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  add(name: string, end: () => void | Promise<void>): void {
    this.#steps.push({ name, end })
  }

  run(): Promise<void> {
    this.#run ??= this.#endAll()
    return this.#run
  }

  async #endAll(): Promise<void> {
    for (const { name, end } of this.#steps.toReversed()) {
      try {
        await end()
      } catch (error) {
        this.#log.error({ err: error }, `${name} did not close`)
      }
    }
  }
}
