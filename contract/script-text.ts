import * as z from 'zod/mini'
import { SCRIPT_BYTES } from './limits.ts'
import { hasManyLines, hasManyScenes } from './script-parts.ts'
import { utf8Length } from './utf8-length.ts'

/** The text of a script, as large as the database accepts, with no more parts than a script can have. */
export const scriptText = z.string().check(
  z.refine((script) => utf8Length(script) <= SCRIPT_BYTES, 'large_script'),
  z.refine((script) => !hasManyLines(script), 'many_lines'),
  z.refine((script) => !hasManyScenes(script), 'many_scenes'),
)
