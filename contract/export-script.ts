import * as z from 'zod/mini'
import { TITLE_CHARACTERS } from './limits.ts'
import { scriptText } from './script-text.ts'

/** Exports a saved script, or the current text of the editor. */
export const exportScriptRequest = z
  .object({
    scriptId: z.nullish(z.uuid('The script is not known.')),
    text: z.nullish(scriptText),
    title: z.nullish(
      z
        .string()
        .check(
          z.maxLength(TITLE_CHARACTERS, `The title is longer than ${TITLE_CHARACTERS} characters.`),
        ),
    ),
    format: z.literal('pdf', 'Only the format pdf is offered here.'),
    paper: z.nullish(z.enum(['letter', 'a4'], 'The paper is letter or a4.')),
  })
  .check(
    z.refine(
      ({ scriptId, text }) => (scriptId ?? text) !== undefined && (scriptId ?? text) !== null,
      'Send a script or the id of one.',
    ),
  )
