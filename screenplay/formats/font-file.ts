import { inflate } from './zip.ts'

const WOFF = 0x774f4646
const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16
const MAX_FONT_BYTES = 4 * 1024 * 1024

const padded = (length: number) => (length + 3) & ~3

/** Converts WOFF to TrueType, which Word and PDF embed: the same tables, without compression. */
export async function trueTypeOf(file: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (view.getUint32(0) !== WOFF) return file
  const count = view.getUint16(12)
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const entry = WOFF_HEADER + n * WOFF_ENTRY
      const offset = view.getUint32(entry + 4)
      const compressedLength = view.getUint32(entry + 8)
      const length = view.getUint32(entry + 12)
      const bytes = file.subarray(offset, offset + compressedLength)
      return {
        tag: view.getUint32(entry),
        checksum: view.getUint32(entry + 16),
        bytes: compressedLength < length ? await inflate(bytes, 'deflate', MAX_FONT_BYTES) : bytes,
      }
    }),
  )
  return sfnt(view.getUint32(4), tables)
}

type Table = { tag: number; checksum: number; bytes: Uint8Array }

function sfnt(flavor: number, tables: readonly Table[]): Uint8Array<ArrayBuffer> {
  const start = SFNT_HEADER + tables.length * SFNT_ENTRY
  const size = tables.reduce((sum, { bytes }) => sum + padded(bytes.length), start)
  const font = new Uint8Array(size)
  const view = new DataView(font.buffer)
  const power = Math.floor(Math.log2(tables.length))
  view.setUint32(0, flavor)
  view.setUint16(4, tables.length)
  view.setUint16(6, 2 ** power * SFNT_ENTRY)
  view.setUint16(8, power)
  view.setUint16(10, (tables.length - 2 ** power) * SFNT_ENTRY)
  let at = start
  for (const [n, { tag, checksum, bytes }] of tables.entries()) {
    const entry = SFNT_HEADER + n * SFNT_ENTRY
    view.setUint32(entry, tag)
    view.setUint32(entry + 4, checksum)
    view.setUint32(entry + 8, at)
    view.setUint32(entry + 12, bytes.length)
    font.set(bytes, at)
    at += padded(bytes.length)
  }
  return font
}
