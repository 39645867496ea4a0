import * as z from 'zod/mini'
import { SCRIPT_BYTES } from './limits.ts'
import { utf8Length } from './utf8-length.ts'

/** The text of a script, as large as the database accepts. */
export const scriptText = z
  .string()
  .check(z.refine((script) => utf8Length(script) <= SCRIPT_BYTES, 'large_script'))
