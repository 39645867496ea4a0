import { SCRIPT_LINES, SCRIPT_SCENES, SCRIPT_BYTES } from './limits.ts'
import * as z from 'zod/mini'
import { utf8Length } from './utf8-length.ts'

/** Every element of a script has a line that is not empty. */
const line = /[^\r\n]+/g
/** Lines that Fountain may read as scene headings, and a few that it does not. */
const heading = /^[^\S\r\n]*(?:\.[^.\s]|(?:int|ext|est|i\/e)[. /])/gim

/** Whether a global pattern occurs more often than this. */
function occursMore(pattern: RegExp, text: string, most: number): boolean {
  pattern.lastIndex = 0
  for (let count = 0; pattern.test(text); count += 1) if (count === most) return true
  return false
}

/** Whether a text has more lines than any script. */
export const hasManyLines = (text: string): boolean => occursMore(line, text, SCRIPT_LINES)

/** Whether a text has more scenes than any script. */
export const hasManyScenes = (text: string): boolean => occursMore(heading, text, SCRIPT_SCENES)

/** The text of a script, as large as the database accepts, with no more parts than a script can have. */
export const scriptText = z.string().check(
  z.refine((script) => utf8Length(script) <= SCRIPT_BYTES, 'large_script'),
  z.refine((script) => !hasManyLines(script), 'many_lines'),
  z.refine((script) => !hasManyScenes(script), 'many_scenes'),
)
