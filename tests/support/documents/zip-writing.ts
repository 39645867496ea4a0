import { deflateRawSync } from 'node:zlib'

const LOCAL_LENGTH = 30
const ENTRY_LENGTH = 46
const END_LENGTH = 22

/** A zip of these texts, without optional parts such as checksums. */
export function zipOf(
  files: Record<string, string>,
  { encrypted = false } = {},
): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text)
    const flags = encrypted ? 1 : 0
    const local = Buffer.alloc(LOCAL_LENGTH)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(ENTRY_LENGTH)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    locals.push(local, Buffer.from(name), packed)
    entries.push(entry, Buffer.from(name))
    offset += LOCAL_LENGTH + name.length + packed.length
  }
  const end = Buffer.alloc(END_LENGTH)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...locals, ...entries, end]))
}
