import { ImportFailure } from './failure.ts'

export class InflateFailure extends Error {
  readonly tooLong: boolean

  constructor(tooLong: boolean) {
    super(tooLong ? 'decompressed data exceeds the limit' : 'invalid compressed data')
    this.tooLong = tooLong
  }
}

/** Decompresses up to a limit. `deflate` is the zlib format, `deflate-raw` is used in zip files. */
export async function inflate(
  bytes: Uint8Array<ArrayBuffer>,
  format: 'deflate' | 'deflate-raw',
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      length += chunk.value.length
      if (length > limit) throw new InflateFailure(true)
      chunks.push(chunk.value)
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    throw error instanceof InflateFailure ? error : new InflateFailure(false)
  }
  const result = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    result.set(chunk, at)
    at += chunk.length
  }
  return result
}

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

/** Compresses bytes. `deflate-raw` has no header and no checksum. */
export async function deflate(
  bytes: Uint8Array<ArrayBuffer>,
  format: 'deflate' | 'deflate-raw',
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

export type ZipFile = { name: string; content: string }

const VERSION = 20
const UTF8_NAMES = 1 << 11

/** 1 January 1980, the earliest date in a zip. */
const DATE = 33

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function checksumOf(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (sum >>> 8) ^ (crcTable[(sum ^ byte) & 0xff] as number)
  return (sum ^ 0xffffffff) >>> 0
}

/** Little-endian fields, each of 2 or 4 bytes. */
function fields(...values: (readonly [value: number, bytes: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [, bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [value, bytes] of values) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

const lengthOf = (parts: readonly Uint8Array[]) =>
  parts.reduce((sum, { length }) => sum + length, 0)

/** Texts as one zip file. Names have to be unique, as file systems compare them. */
export async function writeZip(files: readonly ZipFile[]): Promise<Blob> {
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const file of files) {
    const name = encoder.encode(file.name)
    const bytes = encoder.encode(file.content)
    const packed = await deflate(bytes, 'deflate-raw')
    const shared = fields(
      [VERSION, 2],
      [UTF8_NAMES, 2],
      [DEFLATED, 2],
      [0, 2],
      [DATE, 2],
      [checksumOf(bytes), 4],
      [packed.length, 4],
      [bytes.length, 4],
      [name.length, 2],
      [0, 2],
    )
    const local = [fields([0x04034b50, 4]), shared, name, packed]
    parts.push(...local)
    directory.push(
      fields([0x02014b50, 4], [VERSION, 2]),
      shared,
      fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      name,
    )
    offset += lengthOf(local)
  }
  const end = fields(
    [0x06054b50, 4],
    [0, 4],
    [files.length, 2],
    [files.length, 2],
    [lengthOf(directory), 4],
    [offset, 4],
    [0, 2],
  )
  return new Blob([...parts, ...directory, end], { type: 'application/zip' })
}

const CHUNK = 8_192

/** Letters, digits, '-' and '_', without padding. */
export function toBase64url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  }
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Undefined if the text is not base64url. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))
}
