import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipEntry = { name: string; content: string | AsyncIterable<string> }

const VERSION = 20
const UTF8_NAMES = 1 << 11
/** The flag that checksum and lengths follow the content, since they are unknown before it. */
const SIZES_FOLLOW = 1 << 3
const DEFLATED = 8
/** 1 January 1980, the earliest date in a zip: a fixed date makes the file depend on its content alone. */
const DATE = 33

type Sizes = { checksum: number; packed: number; length: number }

function sizeFields({ checksum, packed, length }: Sizes): Buffer {
  const fields = Buffer.alloc(12)
  fields.writeUInt32LE(checksum, 0)
  fields.writeUInt32LE(packed, 4)
  fields.writeUInt32LE(length, 8)
  return fields
}

/** The fields that an entry's local header and its directory record share. */
function sharedFields(name: Buffer, sizes: Sizes): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(UTF8_NAMES | SIZES_FOLLOW, 2)
  fields.writeUInt16LE(DEFLATED, 4)
  fields.writeUInt16LE(DATE, 8)
  sizeFields(sizes).copy(fields, 10)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

const signature = (number: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}

function directoryLine(shared: Buffer, name: Buffer, offset: number): Buffer {
  const madeBy = Buffer.alloc(2)
  madeBy.writeUInt16LE(VERSION)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([signature(0x02014b50), madeBy, shared, rest, name])
}

function endOfDirectory(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries, 4)
  end.writeUInt16LE(entries, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([signature(0x06054b50), end])
}

/** Compresses while reading, and updates `sizes` as it goes. */
async function* compressed(content: ZipEntry['content'], sizes: Sizes): AsyncGenerator<Buffer> {
  async function* read() {
    for await (const text of typeof content === 'string' ? [content] : content) {
      const bytes = Buffer.from(text)
      sizes.checksum = crc32(bytes, sizes.checksum)
      sizes.length += bytes.length
      yield bytes
    }
  }
  const source = Readable.from(read(), { objectMode: false })
  const packer = createDeflateRaw()
  source.on('error', (error) => packer.destroy(error))
  for await (const packed of source.pipe(packer) as AsyncIterable<Buffer>) {
    sizes.packed += packed.length
    yield packed
  }
}

/** Yields a zip file in chunks; an entry whose content is iterable is never in memory as a whole. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const lines: Uint8Array[] = []
  let offset = 0
  for await (const { name: text, content } of entries) {
    const name = Buffer.from(text)
    const sizes: Sizes = { checksum: 0, packed: 0, length: 0 }
    const header = Buffer.concat([signature(0x04034b50), sharedFields(name, sizes), name])
    yield header
    yield* compressed(content, sizes)
    const descriptor = Buffer.concat([signature(0x08074b50), sizeFields(sizes)])
    yield descriptor
    // A copy: a small buffer is part of a larger one, which it would keep with all that others wrote there.
    lines.push(new Uint8Array(directoryLine(sharedFields(name, sizes), name, offset)))
    offset += header.length + sizes.packed + descriptor.length
  }
  const directory = Buffer.concat(lines)
  yield Buffer.concat([directory, endOfDirectory(lines.length, directory.length, offset)])
}
