import * as z from 'zod/mini'
import { PROMPT_CHARACTERS, SCRIPT_BYTES } from './limits.ts'

type JobState = 'pending' | 'processing' | 'completed' | 'failed'

export const STOPPED_BY_USER = 'Generation stopped by user.'

/** In UTF-8, which is what the database measures. */
function bytesOf(text: string): number {
  let bytes = text.length
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code > 0x7f) bytes += code > 0x7ff ? 2 : 1
  }
  return bytes
}

export const generateScriptRequest = z.object({
  prompt: z.string().check(
    z.refine((prompt) => prompt.trim() !== '', 'The prompt is empty.'),
    z.maxLength(PROMPT_CHARACTERS, `The prompt is longer than ${PROMPT_CHARACTERS} characters.`),
  ),
  currentScript: z.nullish(
    z
      .string()
      .check(
        z.refine((script) => bytesOf(script) <= SCRIPT_BYTES, 'The script is larger than 1 MB.'),
      ),
  ),
  conversationId: z.nullish(z.uuid('The conversation is not known.')),
  idempotencyKey: z.nullish(
    z.string().check(z.minLength(1), z.maxLength(200, 'The idempotency key is too long.')),
  ),
})
export type GenerateScriptAnswer = { success: true; jobId: string }

export const jobRequest = z.object({ jobId: z.uuid('The job is not known.') })

export type GenerationStatus = {
  status: JobState
  result: string | null
  error: string | null
  code: string | null
  /** The text so far. */
  partial: string
  /** The answer in the conversation, once it is there. */
  messageId: string | null
}

export type FunctionRefusal = { success: false; error: string; code: string }
