import { createHash, hash } from 'node:crypto'

const BITS = 128n
const BYTES = 16

/** Hashes of a table's rows as COPY writes them: of their bytes in order, and of the set of rows. */
export class TableHash {
  readonly #ordered = createHash('sha256')
  #sum = 0n
  rows = 0
  bytes = 0

  add(row: Buffer): void {
    this.rows += 1
    this.bytes += row.length
    this.#ordered.update(row)
    // A sum does not depend on the order, and counts equal rows.
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
