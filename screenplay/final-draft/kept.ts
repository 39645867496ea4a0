import { fromBase64url, toBase64url } from '../compression/base64url.ts'
import { deflate } from '../compression/deflate.ts'
import { inflate, InflateFailure } from '../compression/inflate.ts'
import { ImportFailure } from '../import/failure.ts'
import { readXml, type XmlElement } from '../xml.ts'
import { type Kept, keptShape } from './kept-shape.ts'

/** Characters in the script at most; a feature with its cast, tags and revisions needs about 5,000. */
export const MAX_KEPT_LENGTH = 48_000
/** The most bytes after decompression, against decompression bombs; real data needs far less. */
const MAX_BYTES = 2 * 1024 * 1024

/** Written with letters, digits, '-' and '_' only. */
export async function encodeKept(kept: Kept): Promise<string> {
  const bytes = await deflate(new TextEncoder().encode(JSON.stringify(kept)), 'deflate-raw')
  return toBase64url(bytes)
}

/** Undefined if it is damaged: the script is then exported without it. */
export async function decodeKept(text: string): Promise<Kept | undefined> {
  const bytes = text.length > MAX_KEPT_LENGTH ? undefined : fromBase64url(text)
  if (!bytes) return undefined
  try {
    const json = await inflate(bytes, 'deflate-raw', MAX_BYTES)
    return keptShape(JSON.parse(new TextDecoder().decode(json)))
  } catch (error) {
    if (error instanceof InflateFailure || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Undefined if the text is not a valid XML element. */
export function keptElement(xml: string): XmlElement | undefined {
  try {
    return readXml(xml)
  } catch (error) {
    if (error instanceof ImportFailure) return undefined
    throw error
  }
}
