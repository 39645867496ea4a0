import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

const compress = promisify(deflateRaw)

export type ZipEntry = { name: string; content: string }

const VERSION = 20
const UTF8_NAMES = 1 << 11
const DEFLATED = 8
/** 1 January 1980, the first day a zip knows: the same content always gives the same file. */
const DATE = 33

/** The fields that an entry's own header and its line in the directory share. */
function sharedFields(name: Buffer, content: Buffer, packed: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(UTF8_NAMES, 2)
  fields.writeUInt16LE(DEFLATED, 4)
  fields.writeUInt16LE(DATE, 8)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(content.length, 18)
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

/** A zip file piece by piece: only one entry is in memory at a time. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const lines: Buffer[] = []
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name)
    const content = Buffer.from(entry.content)
    const packed = await compress(content)
    const shared = sharedFields(name, content, packed)
    const piece = Buffer.concat([signature(0x04034b50), shared, name, packed])
    lines.push(directoryLine(shared, name, offset))
    offset += piece.length
    yield piece
  }
  const directory = Buffer.concat(lines)
  yield Buffer.concat([directory, endOfDirectory(lines.length, directory.length, offset)])
}
