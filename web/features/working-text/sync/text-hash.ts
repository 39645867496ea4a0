import { sha256 } from './sha256.ts'

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The SHA-256 of the UTF-8 text, in hex. */
export async function textHash(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  // crypto.subtle is missing on pages without https.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  return hex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes))
}
