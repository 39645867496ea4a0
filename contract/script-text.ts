import * as z from 'zod/mini'
import { SCRIPT_BYTES } from './limits.ts'

/** In UTF-8, which is what the database measures. */
function bytesOf(text: string): number {
  let bytes = text.length
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code > 0x7f) bytes += code > 0x7ff ? 2 : 1
  }
  return bytes
}

/** A script as it may be sent. */
export const scriptText = z
  .string()
  .check(z.refine((script) => bytesOf(script) <= SCRIPT_BYTES, 'The script is larger than 1 MB.'))
