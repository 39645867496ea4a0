import { bytesToHex } from '@noble/hashes/utils.js'
import { sha256Of } from '../../../lib/secure-context.ts'

/** The SHA-256 of the UTF-8 text, in hex. */
export const textHash = async (text: string): Promise<string> =>
  bytesToHex(await sha256Of(new TextEncoder().encode(text)))
