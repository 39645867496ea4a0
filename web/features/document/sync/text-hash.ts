import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** The SHA-256 of the UTF-8 text, in hex. */
export async function textHash(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  // crypto.subtle is missing on pages without https.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  return bytesToHex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes))
}
