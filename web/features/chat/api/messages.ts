import { queryOptions } from '@tanstack/react-query'
import type { AnswerChanges } from '../../../../contract/generation.ts'
import { MAX_ROWS } from '../../../../contract/limits.ts'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'

export type Message = Pick<
  Database['public']['Tables']['chat_messages']['Row'],
  | 'id'
  | 'type'
  | 'kind'
  | 'content'
  | 'created_at'
  | 'job_id'
  | 'withheld'
  | 'partly_applied'
  | 'used_at'
  | 'scope'
  | 'used_examples'
  | 'model'
  | 'parent_id'
> & {
  /** What the answer was to change; null if it is a whole script, or changes nothing. */
  changes: AnswerChanges | null
  /** The last job that was to answer this prompt; null if it was sent without one. Answers have that which made them. */
  job:
    | (Pick<
        Database['public']['Tables']['generation_jobs']['Row'],
        'status' | 'error' | 'error_code' | 'mode' | 'compared'
      > & { answer_as?: string | null })
    | null
}

export const MESSAGE_COLUMNS =
  'id, type, kind, content, created_at, job_id, withheld, partly_applied, used_at, scope, used_examples, changes, model, parent_id, job:generation_jobs(status, error, error_code, mode, compared, answer_as)'

/** Why a prompt was not answered; undefined if it was, is being answered, or was stopped. */
export const failureOf = ({ type, job }: Message): string | undefined =>
  type === 'user' && job?.status === 'failed' && job.error_code !== 'stopped'
    ? (job.error ?? '')
    : undefined

/** The note that ends a stopped answer. */
export const isStopNote = ({ kind }: Message): boolean => kind === 'stopped'

export const isAnswer = ({ type, kind }: Message): boolean => type === 'ai' && kind === 'text'

/** The answers of two models to one prompt, among these messages. */
export const comparedAnswers = (compared: string | undefined, all: readonly Message[]) =>
  compared === undefined
    ? []
    : all.filter((message) => message.job?.compared === compared && isAnswer(message))

async function readMessages(conversationId: string, signal: AbortSignal): Promise<Message[]> {
  const messages: Message[] = []
  for (;;) {
    const page = await dataOf(
      supabase()
        .from('chat_messages')
        .select(MESSAGE_COLUMNS)
        .eq('conversation_id', conversationId)
        .order('created_at')
        .order('id')
        .range(messages.length, messages.length + MAX_ROWS - 1)
        .abortSignal(signal),
    )
    messages.push(...(page as Message[]))
    if (page.length < MAX_ROWS) return messages
  }
}

export const messagesQuery = (conversationId: string) =>
  queryOptions({
    queryKey: chatKeys.messages(conversationId),
    queryFn: ({ signal }) => readMessages(conversationId, signal),
    ...listRetry,
    staleTime: 30_000,
  })
