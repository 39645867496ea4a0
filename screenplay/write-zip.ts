export type ZipFile = { name: string; content: string }

const VERSION = 20
const UTF8_NAMES = 1 << 11
const DEFLATED = 8
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

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
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
    const packed = await deflate(bytes)
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
