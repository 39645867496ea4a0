import { checkTextLength, UnknownEncoding } from './failure.ts'

/** `unreadable`: how many characters were replaced by U+FFFD. */
export type DecodedText = { text: string; encoding: string; unreadable: number }

const byteOrderMarks: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** UTF-16 without a mark has a zero in every space and line break. */
const UTF16_SAMPLE = 4096
const HEAD_BYTES = 200
/** No encoding takes more bytes for a character. */
const LONGEST_CHARACTER = 4

/**
 * Decodes a text in the given encoding, or else in the one that its bytes tell. Throws `UnknownEncoding` if they
 * do not tell, and `ImportFailure` if they are no text.
 */
export async function decodeText(
  bytes: Uint8Array<ArrayBuffer>,
  chosen?: string,
): Promise<DecodedText> {
  const known = chosen ?? markedEncoding(bytes) ?? unmarkedUtf16(bytes)
  if (known !== undefined) return decoded(bytes, known)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, encoding: 'utf-8', unreadable: 0 }
  } catch {
    // Not UTF-8, or damaged.
  }
  const declared = declaredEncoding(bytes)
  if (declared !== undefined) return decoded(bytes, declared)
  checkTextLength(bytes.length / LONGEST_CHARACTER)
  const { detectEncoding } = await import('./detect-encoding.ts')
  const found = detectEncoding(bytes)
  if (typeof found !== 'string') throw new UnknownEncoding(found)
  return decoded(bytes, found)
}

function decoded(bytes: Uint8Array<ArrayBuffer>, encoding: string): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes)
  return { text, encoding, unreadable: text.match(/\ufffd/g)?.length ?? 0 }
}

const markedEncoding = (bytes: Uint8Array): string | undefined =>
  byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]

function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0]
  const length = Math.min(bytes.length & ~1, UTF16_SAMPLE)
  for (let at = 0; at < length; at += 2) {
    const isHigh = bytes[at] === 0
    const isLow = bytes[at + 1] === 0
    // No text has a character 0.
    if (isHigh && isLow) return undefined
    if (isHigh) zeros[0]! += 1
    if (isLow) zeros[1]! += 1
  }
  const [big = 0, little = 0] = zeros
  if (big + little === 0) return undefined
  if (Math.max(big, little) * 50 < length / 2 || Math.min(big, little) * 10 > Math.max(big, little))
    return undefined
  return big > little ? 'utf-16be' : 'utf-16le'
}

/** The encoding that an XML file says it has, if the platform knows it. */
function declaredEncoding(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  const name = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1]
  try {
    const { encoding } = new TextDecoder(name)
    return encoding === 'utf-8' ? undefined : encoding
  } catch {
    return undefined
  }
}
