/** The part of the tar format (POSIX ustar) that backups use: plain files with a folder and a name. */

export const BLOCK = 512
const MODE = 0o600

export type Entry = { folder: string; name: string; size: number }

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

const sumOf = (header: Buffer) => {
  let sum = 0
  // The field of the checksum itself counts as spaces.
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 32 : byte
  return sum
}

export function tarHeader({ folder, name, size }: Entry, modified: Date): Buffer {
  if (Buffer.byteLength(name) > 100 || Buffer.byteLength(folder) > 155)
    throw new RangeError(`The name ${folder}/${name} is too long`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write(octal(MODE, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(Math.trunc(modified.getTime() / 1000), 12), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(folder, 345)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const textAt = (header: Buffer, from: number, length: number) => {
  const field = header.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end)
}

const numberAt = (header: Buffer, from: number, length: number) =>
  Number.parseInt(textAt(header, from, length), 8)

/** Undefined at the end of the archive; throws if the block is not a header. */
export function readTarHeader(header: Buffer): Entry | undefined {
  if (header.every((byte) => byte === 0)) return undefined
  const size = numberAt(header, 124, 12)
  if (numberAt(header, 148, 8) !== sumOf(header) || !(size >= 0))
    throw new RangeError('This is no tar header')
  return { folder: textAt(header, 345, 155), name: textAt(header, 0, 100), size }
}

/** The number of bytes that fill up the last block of an entry. */
export const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK
