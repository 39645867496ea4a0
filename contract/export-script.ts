import * as z from 'zod/mini'
import { TITLE_CHARACTERS } from './limits.ts'
import { revisionSets } from './revision-sets.ts'
import { scriptText } from './script-parts.ts'

const NAME_CHARACTERS = 200

/** Marks what has changed since another text, or since one of the caller's own versions. */
const revision = z
  .object({
    set: z.enum(revisionSets, 'unknown_set'),
    against: z.nullish(scriptText),
    versionId: z.nullish(z.uuid('unknown_version')),
    /** Today if it is left out. */
    date: z.nullish(z.iso.date('bad_date')),
  })
  .check(
    z.refine(
      ({ against, versionId }) => (against ?? versionId ?? undefined) !== undefined,
      'no_version',
    ),
  )

/** Exports a saved script, or the current text of the editor. Errors are codes; `server/common/messages.ts` has a sentence for each. */
export const exportScriptRequest = z
  .object({
    scriptId: z.nullish(z.uuid('unknown_script')),
    text: z.nullish(scriptText),
    title: z.nullish(z.string().check(z.maxLength(TITLE_CHARACTERS, 'long_title'))),
    format: z.literal('pdf', 'unknown_format'),
    paper: z.nullish(z.enum(['letter', 'a4'], 'unknown_paper')),
    revision: z.nullish(revision),
    /** Only the scenes of this character, with their lines marked. */
    sides: z.nullish(
      z.string().check(z.minLength(1, 'no_character'), z.maxLength(NAME_CHARACTERS, 'long_name')),
    ),
    /** Answers with `MissingCharacters` instead of a file that would have boxes in it. */
    reportsMissing: z.nullish(z.boolean()),
  })
  .check(
    z.refine(
      ({ scriptId, text }) => (scriptId ?? text) !== undefined && (scriptId ?? text) !== null,
      'no_script',
    ),
  )

/** A character that no font of the PDF has, and the first and last pages of each row of pages with it. */
export type MissingCharacter = {
  character: string
  isOnTitlePage: boolean
  pages: [first: string, last: string][]
}

/** `more` characters are missing beside those listed. */
export type MissingCharacters = { missing: MissingCharacter[]; more: number }
