import * as z from 'zod/mini'
import { PROMPT_CHARACTERS } from './limits.ts'
import { scriptText } from './script-text.ts'

type JobState = 'pending' | 'processing' | 'completed' | 'failed'

export const STOPPED_BY_USER = 'Generation stopped by user.'

export const generateScriptRequest = z.object({
  prompt: z.string().check(
    z.refine((prompt) => prompt.trim() !== '', 'empty_prompt'),
    z.maxLength(PROMPT_CHARACTERS, 'long_prompt'),
  ),
  currentScript: z.nullish(scriptText),
  conversationId: z.nullish(z.uuid('unknown_conversation')),
  /** The message of an answer that was cut off: the new one is the whole of it. */
  continues: z.nullish(z.uuid('unknown_message')),
  idempotencyKey: z.nullish(
    z.string().check(z.minLength(1, 'bad_key'), z.maxLength(200, 'bad_key')),
  ),
})
export type GenerateScriptAnswer = { success: true; jobId: string }

export const jobRequest = z.object({ jobId: z.uuid('unknown_job') })

export type GenerationStatus = {
  status: JobState
  result: string | null
  error: string | null
  code: string | null
  /** Text written so far. */
  partial: string
  /** The answer's message id, once it is stored. */
  messageId: string | null
  /** The whole working text after the answer was applied; null if nothing changed, or not yet. */
  script: string | null
  /** Why the answer did not become the script. */
  withheld: Withheld | null
  /** The writer had changed some of the same lines in the meantime, and those were kept. */
  partlyApplied: boolean
}

/** Why an answer did not become the script; it stays in the chat. */
export type Withheld =
  /** The provider reached a limit before the end. */
  | 'cut_off'
  | 'stopped'
  /** It stands for text that it leaves out: "[rest unchanged]". */
  | 'placeholder'
  | 'refusal'
  | 'conversation'
  | 'missing_scenes'
  | 'empty'
  /** The writer changed the same lines in the meantime. */
  | 'overlap'
  /** The script would be larger than is allowed. */
  | 'too_large'
  /** The script was deleted in the meantime. */
  | 'script_deleted'

export type FunctionRefusal = { success: false; error: string; code: string }
