import * as z from 'zod/mini'
import { MOST, PROMPT_CHARACTERS } from './limits.ts'
import { scriptText } from './script-parts.ts'
import type { Database } from './tables.ts'

type Tables = Database['public']['Tables']

export const STOPPED_BY_USER = 'Generation stopped by user.'

/** How many alternatives may be asked for. */
const ALTERNATIVES = { least: 2, most: MOST.alternatives }

const splitsPair = (text: string, at: number): boolean =>
  at > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1))

const idempotencyKey = z.nullish(
  z.string().check(z.minLength(1, 'bad_key'), z.maxLength(200, 'bad_key')),
)

const fields = z.object({
  prompt: z.string().check(
    z.refine((prompt) => prompt.trim() !== '', 'empty_prompt'),
    z.maxLength(PROMPT_CHARACTERS, 'long_prompt'),
  ),
  /** The text, unless it is named by `scriptId` and `revision`. */
  currentScript: z.nullish(scriptText),
  /** The id of a script, saved or not. */
  scriptId: z.nullish(z.uuid('unknown_script')),
  /** Which state of the working text it is about; 0 if the server has none yet. */
  revision: z.nullish(z.int('bad_revision').check(z.minimum(0, 'bad_revision'))),
  conversationId: z.nullish(z.uuid('unknown_conversation')),
  /** Stores the prompt in the conversation, together with the job. */
  message: z.nullish(
    z.object(
      {
        /** Chosen by the caller. */
        id: z.uuid('bad_message'),
        /** The part of the script that it is about, in words. */
        scope: z.nullish(z.string('bad_message')),
        /** Begins the conversation, with the id that the caller chose for it, about `scriptId`. */
        begins: z.nullish(z.boolean('bad_message')),
        /**
         * The message that it follows, instead of the last one shown; its own id if it follows none. If the prompt is
         * stored already, another answer to it follows that message.
         */
        parent: z.nullish(z.uuid('bad_message')),
      },
      'bad_message',
    ),
  ),
  /** The message id of a cut-off answer to continue; the new answer contains its text and the rest. */
  continues: z.nullish(z.uuid('unknown_message')),
  /** The only part of the text that may change, in UTF-16 units; without it, all of it may. */
  target: z.nullish(
    z.object(
      {
        start: z.int('bad_target').check(z.minimum(0, 'bad_target')),
        end: z.int('bad_target').check(z.minimum(0, 'bad_target')),
      },
      'bad_target',
    ),
  ),
  /** `ask`: the answer changes nothing. */
  mode: z.nullish(z.enum(['change', 'ask'], 'bad_mode')),
  /** Of a question: whom the answer speaks for, a reader's id or the name of a character. */
  as: z.nullish(
    z
      .string('bad_as')
      .check(
        z.trim(),
        z.minLength(1, 'bad_as'),
        z.maxLength(100, 'bad_as'),
        z.regex(/^\P{Cc}+$/u, 'bad_as'),
      ),
  ),
  /** How many versions of the same change are wanted. */
  alternatives: z.nullish(
    z
      .int('bad_alternatives')
      .check(
        z.minimum(ALTERNATIVES.least, 'bad_alternatives'),
        z.maximum(ALTERNATIVES.most, 'bad_alternatives'),
      ),
  ),
  /** One of those that `my_models` lists; without it, the writer's last choice or the default. */
  model: z.nullish(z.uuid('unknown_model')),
  /** Asks this model too. Neither answer changes the script before one is used; both count. */
  second: z.nullish(z.uuid('unknown_model')),
  idempotencyKey,
})
export const generateScriptRequest = fields.check(
  z.refine(({ as, mode }) => !as || mode === 'ask', 'bad_as'),
  z.refine(({ message, conversationId }) => !message || conversationId, 'unknown_conversation'),
  z.refine(({ message, revision, scriptId }) => {
    const needsScript = message?.begins || typeof revision === 'number'
    return !needsScript || scriptId
  }, 'unknown_script'),
  z.refine(
    ({ message, revision }) =>
      !message?.parent || (!message.begins && typeof revision === 'number'),
    'bad_parent',
  ),
  z.refine(
    ({ second, message, revision, continues }) =>
      !second || (message && typeof revision === 'number' && !continues),
    'bad_second',
  ),
  z.refine(
    ({ revision, currentScript }) =>
      typeof revision !== 'number' || typeof currentScript !== 'string',
    'two_texts',
  ),
  z.refine(({ target, currentScript, revision }) => {
    // The database has the text of a revision, and checks it there.
    if (!target || typeof revision === 'number') return true
    const { start, end } = target
    const script = currentScript ?? ''
    const isWithin = start <= end && end <= script.length
    return isWithin && !splitsPair(script, start) && !splitsPair(script, end)
  }, 'bad_target'),
)
export type GenerateScriptAnswer = {
  success: true
  jobId: string
  /** The job of the second model, if one was asked for. */
  secondJobId?: string
}

/** Shows the branch of a conversation through a message, to its newest end; the script follows. */
export const showBranchRequest = z.object({
  conversationId: z.uuid('unknown_conversation'),
  messageId: z.uuid('unknown_message'),
  /** Uses the message, the answer of one of two models: it is applied to the script. */
  use: z.nullish(z.boolean('bad_message')),
  /** What the page knows the change of the script by. */
  idempotencyKey,
})
export type ShowBranchAnswer = {
  success: true
  /** The writer had changed some of the same lines as an answer, and those stayed. */
  keptLines: boolean
}

export const jobRequest = z.object({ jobId: z.uuid('unknown_job') })

export type GenerationStatus = {
  status: Tables['generation_jobs']['Row']['status']
  result: string | null
  error: string | null
  code: string | null
  /** Position in the queue while the job waits for a worker: 1 if it is next. */
  place: number | null
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

/** Why an answer did not become the script; it stays in the chat, with a sentence from `web/messages/chat.ts`. */
export type Withheld = NonNullable<Tables['chat_messages']['Row']['withheld']>

/** The contents of an answer, without the model's tags. */
export type AnswerChanges = {
  /** What it says to the writer. */
  prose: string
  edits: {
    kind: 'replaced' | 'inserted' | 'deleted' | 'script' | 'text'
    /** The scene's number in the script that the request was about; null for a script or a range. */
    id: number | null
    heading: string
    applied: boolean
    /** Null for a deletion, and for a whole script without prose, which is the message's own content. */
    text: string | null
  }[]
}

/** What a prompt consisted of, without its text. Tokens are estimated. */
export type PromptContext = {
  tokens: number
  parts: {
    kind:
      | 'rules'
      | 'bible'
      | 'notes'
      | 'outline'
      | 'scenes'
      | 'attachments'
      | 'examples'
      | 'conversation'
      | 'request'
    tokens: number
    /** How many entries, notes, scenes, passages, examples or messages the prompt contains. */
    count: number
    /** How many there are; those above `count` did not fit. */
    of: number
    /** Which scenes, if not all. */
    scenes?: number[]
    /** The names of the bible's entries. */
    names?: string[]
    /** Of attachments: how many passages of each file, and of how many. */
    files?: { name: string; count: number; of: number }[]
  }[]
}

export type FunctionRefusal = { success: false; error: string; code: string }
