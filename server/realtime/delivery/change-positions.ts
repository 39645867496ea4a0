import { randomUUID } from 'node:crypto'

/**
 * When this process last heard of a change in each table. A page gets the current position when it loads and
 * sends it when it subscribes: if nothing has changed since, everything it has read is up to date. A position
 * is a time, because a count would reveal how much is written.
 */
export class ChangePositions {
  #epoch = randomUUID()
  readonly #last = new Map<string, number>()

  get current(): string {
    return `${this.#epoch}:${performance.now()}`
  }

  note(table: string): void {
    this.#last.set(table, performance.now())
  }

  /** Invalidates all earlier positions, because changes may have been missed. */
  forget(): void {
    this.#epoch = randomUUID()
  }

  /** Also false for positions of other processes, whose clocks differ. */
  isUnchanged(position: string, tables: readonly string[]): boolean {
    const [epoch, time = ''] = position.split(':')
    if (epoch !== this.#epoch || !/^\d+(\.\d+)?$/.test(time)) return false
    return tables.every((table) => (this.#last.get(table) ?? 0) < Number(time))
  }
}
