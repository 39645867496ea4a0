import { createHash, hash } from 'node:crypto'

const BITS = 128n
const BYTES = 16

/** Hashes a table's rows as COPY writes them: once in order, and once independent of the order. */
export class TableHash {
  readonly #ordered = createHash('sha256')
  #sum = 0n
  rows = 0
  bytes = 0

  add(row: Buffer): void {
    this.rows += 1
    this.bytes += row.length
    this.#ordered.update(row)
    // A sum does not depend on the order of the rows, and duplicate rows change it.
    const ofRow = hash('sha256', row, 'hex').slice(0, 2 * BYTES)
    this.#sum = BigInt.asUintN(Number(BITS), this.#sum + BigInt(`0x${ofRow}`))
  }

  result(): { rows: number; bytes: number; sha256: string; content: string } {
    return {
      rows: this.rows,
      bytes: this.bytes,
      sha256: this.#ordered.digest('hex'),
      content: this.#sum.toString(16).padStart(2 * BYTES, '0'),
    }
  }
}
