import { inflate, InflateFailure } from './compression/inflate.ts'
import { ImportFailure } from './import/failure.ts'

const END_SIGNATURE = 0x06054b50
const END_LENGTH = 22
const MAX_COMMENT_LENGTH = 0xffff
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1
const MAX_ENTRIES = 4096
const MAX_ENTRY_BYTES = 32 * 1024 * 1024

type Entry = { flags: number; method: number; compressedLength: number; offset: number }

/** Reads a zip file by its central directory; each entry is decompressed on demand, with a size limit. */
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
      // DataView throws a RangeError for an offset outside the file.
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
    const bytes = this.#compressedBytes(entry)
    if (entry.method === STORED) return bytes
    if (entry.method !== DEFLATED) throw new ImportFailure('damaged')
    try {
      return await inflate(bytes, 'deflate-raw', MAX_ENTRY_BYTES)
    } catch (error) {
      if (!(error instanceof InflateFailure)) throw error
      throw new ImportFailure(error.tooLong ? 'unsafe' : 'damaged')
    }
  }

  #compressedBytes({ offset, compressedLength }: Entry): Uint8Array<ArrayBuffer> {
    const view = this.#view
    if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== LOCAL_SIGNATURE) {
      throw new ImportFailure('damaged')
    }
    const start =
      offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    if (start + compressedLength > view.byteLength) throw new ImportFailure('damaged')
    return this.#bytes.subarray(start, start + compressedLength)
  }

  #readDirectory(): void {
    const view = this.#view
    const end = this.#findEnd()
    const count = view.getUint16(end + 10, true)
    if (count > MAX_ENTRIES) throw new ImportFailure('unsafe')
    const names = new TextDecoder()
    let at = view.getUint32(end + 16, true)
    for (let n = 0; n < count; n += 1) {
      if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw new ImportFailure('damaged')
      const nameLength = view.getUint16(at + 28, true)
      const name = names.decode(this.#bytes.subarray(at + 46, at + 46 + nameLength))
      this.#entries.set(name, {
        flags: view.getUint16(at + 8, true),
        method: view.getUint16(at + 10, true),
        compressedLength: view.getUint32(at + 20, true),
        offset: view.getUint32(at + 42, true),
      })
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
  }

  #findEnd(): number {
    const last = this.#view.byteLength - END_LENGTH
    for (let at = last; at >= Math.max(0, last - MAX_COMMENT_LENGTH); at -= 1) {
      if (this.#view.getUint32(at, true) === END_SIGNATURE) return at
    }
    throw new ImportFailure('damaged')
  }
}
