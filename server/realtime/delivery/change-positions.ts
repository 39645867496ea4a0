import { randomUUID } from 'node:crypto'

/**
 * When this process last heard of a change in each table. A page gets the current position when it is loaded
 * and sends it when it subscribes: what it has read since is up to date if nothing changed. A time, and not
 * a count, which would tell everybody how much is written.
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

  /** Changes may have been missed: no earlier position is of use. */
  forget(): void {
    this.#epoch = randomUUID()
  }

  /** False also for positions of other processes, whose clocks differ. */
  isUnchanged(position: string, tables: readonly string[]): boolean {
    const [epoch, time = ''] = position.split(':')
    if (epoch !== this.#epoch || !/^\d+(\.\d+)?$/.test(time)) return false
    return tables.every((table) => (this.#last.get(table) ?? 0) < Number(time))
  }
}
