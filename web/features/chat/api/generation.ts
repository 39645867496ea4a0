import type { Text } from '@codemirror/state'
import { queryOptions } from '@tanstack/react-query'
import type { GenerateScriptAnswer, GenerationStatus } from '../../../../contract/generation.ts'
import { callFunction } from '../../../lib/backend/functions.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, RequestError } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { textOf } from '../../document/text/changes.ts'
import { chatKeys } from './chat-keys.ts'
import type { Message } from './messages.ts'
import { forgetModels } from './models.ts'

/** `ask`: a question, whose answer changes nothing. */
export type PromptMode = 'change' | 'ask'

export type GenerationRequest = {
  prompt: string
  /** The text that it is about. It is sent only if `revision` is null: else the server has it. */
  doc: Text
  /** The id of the text. */
  scriptId: string
  revision: number | null
  /** Chosen here for a conversation that begins with this request. */
  conversationId: string
  /** Stored in the conversation together with the job, unless it is there already; undefined for the rest of an answer. */
  message?: Message
  /** Whether the conversation begins with it. */
  begins: boolean
  /** What the message follows, or its answer if it is stored already; undefined for the last message shown. */
  parent?: string
  /** The range in `doc` that may change; null for all of it. */
  target: { start: number; end: number } | null
  mode: PromptMode
  /** Of a question: whom the answer speaks for. */
  as?: string
  alternatives: number | null
  /** Undefined for the writer's last choice, or else the default. */
  model?: string
  /** Asked too: neither answer changes the script before one is used. */
  second?: string
  /** The message of an answer that was cut off. */
  continues?: string
  /** Makes retries safe after a lost response. */
  idempotencyKey: string
}

/** The part of a request that depends on the text as it is now. */
export type AskedText = Pick<GenerationRequest, 'doc' | 'revision' | 'target'>

export async function startGeneration(request: GenerationRequest, signal: AbortSignal) {
  const { doc, revision, message, begins, parent, ...others } = request
  const body = {
    ...others,
    ...(revision === null ? { currentScript: textOf(doc) } : { revision }),
    ...(message && { message: { id: message.id, scope: message.scope, begins, parent } }),
  }
  try {
    return await callFunction<GenerateScriptAnswer | null>('generate-script', { body, signal })
  } catch (error) {
    if (error instanceof RequestError && error.code === 'model_not_offered') void forgetModels()
    throw error
  }
}

export const generationStatus = (jobId: string, signal: AbortSignal) =>
  callFunction<GenerationStatus>('check-generation-status', { body: { jobId }, signal })

export const cancelGeneration = (jobId: string) =>
  callFunction<{ status: string }>('cancel-generation', { body: { jobId } })

export const openGenerationStream = (jobId: string, after: string, signal: AbortSignal) =>
  callFunction<Response>(`stream-generation?${new URLSearchParams({ jobId, after })}`, {
    method: 'GET',
    headers: { Accept: 'text/event-stream' },
    signal,
  })

/** The job of a request; undefined if the request never arrived. */
export async function findJob(idempotencyKey: string): Promise<string | undefined> {
  const rows = await dataOf(
    supabase().from('generation_jobs').select('id').eq('idempotency_key', idempotencyKey),
  )
  return rows[0]?.id
}

export type RunningJob = { id: string; idempotency_key: string | null; compared: string | null }

/** The conversation's running jobs, started by another tab or by this one before a reload: two if they are compared. */
export const runningJobQuery = (conversationId: string) =>
  queryOptions({
    queryKey: chatKeys.running(conversationId),
    queryFn: async ({ signal }): Promise<RunningJob[]> => {
      const [first, ...others] = await dataOf(
        supabase()
          .from('generation_jobs')
          .select('id, idempotency_key, compared')
          .eq('conversation_id', conversationId)
          .in('status', ['pending', 'processing'])
          .order('created_at')
          .abortSignal(signal),
      )
      if (!first) return []
      return [first, ...others.filter(({ compared }) => compared && compared === first.compared)]
    },
    staleTime: 0,
  })

/** A job of a prompt that two models answer. */
export type ComparedJob = {
  id: string
  model_label: string | null
  status: string
  error: string | null
}

/** The two jobs of a prompt that two models answer, in the order in which they were chosen. */
export const comparedJobsQuery = (compared: string) =>
  queryOptions({
    queryKey: chatKeys.compared(compared),
    queryFn: ({ signal }): Promise<ComparedJob[]> =>
      dataOf(
        supabase()
          .from('generation_jobs')
          .select('id, model_label, status, error')
          .eq('compared', compared)
          .order('created_at')
          .abortSignal(signal),
      ),
    ...listRetry,
    staleTime: 30_000,
  })

/** The messages as a request shows them: its branch, with its prompt at the end. */
export function withPrompt(
  list: readonly Message[],
  { message, parent }: Pick<GenerationRequest, 'message' | 'parent'>,
): Message[] {
  if (!message) return [...list]
  const branch =
    parent === undefined ? list : list.slice(0, list.findIndex(({ id }) => id === parent) + 1)
  return branch.some(({ id }) => id === message.id) ? [...branch] : [...branch, message]
}
