import * as z from 'zod/mini'
import { TITLE_CHARACTERS } from './limits.ts'
import { scriptText } from './script-text.ts'

/** Exports a saved script, or the current text of the editor. Errors are codes; the server has the words. */
export const exportScriptRequest = z
  .object({
    scriptId: z.nullish(z.uuid('unknown_script')),
    text: z.nullish(scriptText),
    title: z.nullish(z.string().check(z.maxLength(TITLE_CHARACTERS, 'long_title'))),
    format: z.literal('pdf', 'unknown_format'),
    paper: z.nullish(z.enum(['letter', 'a4'], 'unknown_paper')),
  })
  .check(
    z.refine(
      ({ scriptId, text }) => (scriptId ?? text) !== undefined && (scriptId ?? text) !== null,
      'no_script',
    ),
  )
