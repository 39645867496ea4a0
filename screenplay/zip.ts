import { inflate, InflateFailure } from './compression/inflate.ts'
import { ImportFailure } from './import/failure.ts'

const END = 0x06054b50
const END_LENGTH = 22
const LONGEST_COMMENT = 0xffff
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1
const MOST_ENTRIES = 4096
const LARGEST_PART = 32 * 1024 * 1024

type Entry = { flags: number; method: number; packed: number; offset: number }

/** Reads a zip by its directory; every part is inflated by itself, and only so far. */
export class Zip {
  readonly #bytes: Uint8Array<ArrayBuffer>
  readonly #view: DataView
  readonly #entries = new Map<string, Entry>()

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    try {
      this.#readDirectory()
    } catch (error) {
      // A DataView throws a RangeError at an offset outside of the file.
      throw error instanceof ImportFailure ? error : new ImportFailure('damaged')
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  async read(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const entry = this.#entries.get(name)
    if (!entry) throw new ImportFailure('damaged')
    if (entry.flags & ENCRYPTED) throw new ImportFailure('password-protected')
    const bytes = this.#packedBytes(entry)
    if (entry.method === STORED) return bytes
    if (entry.method !== DEFLATED) throw new ImportFailure('damaged')
    try {
      return await inflate(bytes, 'deflate-raw', LARGEST_PART)
    } catch (error) {
      if (!(error instanceof InflateFailure)) throw error
      throw new ImportFailure(error.tooLong ? 'unsafe' : 'damaged')
    }
  }

  #packedBytes({ offset, packed }: Entry): Uint8Array<ArrayBuffer> {
    const view = this.#view
    if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== LOCAL) {
      throw new ImportFailure('damaged')
    }
    const start =
      offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    if (start + packed > view.byteLength) throw new ImportFailure('damaged')
    return this.#bytes.subarray(start, start + packed)
  }

  #readDirectory(): void {
    const view = this.#view
    const end = this.#findEnd()
    const count = view.getUint16(end + 10, true)
    if (count > MOST_ENTRIES) throw new ImportFailure('unsafe')
    const names = new TextDecoder()
    let at = view.getUint32(end + 16, true)
    for (let n = 0; n < count; n += 1) {
      if (view.getUint32(at, true) !== ENTRY) throw new ImportFailure('damaged')
      const nameLength = view.getUint16(at + 28, true)
      const name = names.decode(this.#bytes.subarray(at + 46, at + 46 + nameLength))
      this.#entries.set(name, {
        flags: view.getUint16(at + 8, true),
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        offset: view.getUint32(at + 42, true),
      })
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
  }

  #findEnd(): number {
    const last = this.#view.byteLength - END_LENGTH
    for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1) {
      if (this.#view.getUint32(at, true) === END) return at
    }
    throw new ImportFailure('damaged')
  }
}
