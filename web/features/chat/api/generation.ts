import { queryOptions } from '@tanstack/react-query'
import type { GenerateScriptAnswer, GenerationStatus } from '../../../../contract/generation.ts'
import { callFunction } from '../../../lib/backend/functions.ts'
import { dataOf, RequestError } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import type { PromptMode } from './asking.ts'
import { chatKeys } from './chat-keys.ts'
import { forgetModels } from './models.ts'

export type GenerationRequest = {
  prompt: string
  currentScript: string
  conversationId: string
  /** The range in `currentScript` that may change; null for all of it. */
  target: { start: number; end: number } | null
  mode: PromptMode
  alternatives: number | null
  /** Undefined for the writer's last choice, or else the default. */
  model?: string
  /** The message of an answer that was cut off. */
  continues?: string
  /** Makes retries safe after a lost response. */
  idempotencyKey: string
}

export async function startGeneration(body: GenerationRequest, signal: AbortSignal) {
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

export type RunningJob = { id: string; idempotency_key: string | null }

/** The conversation's running job, started by another tab or by this one before a reload. */
export const runningJobQuery = (conversationId: string) =>
  queryOptions({
    queryKey: chatKeys.running(conversationId),
    queryFn: async ({ signal }): Promise<RunningJob | null> => {
      const rows = await dataOf(
        supabase()
          .from('generation_jobs')
          .select('id, idempotency_key')
          .eq('conversation_id', conversationId)
          .in('status', ['pending', 'processing'])
          .limit(1)
          .abortSignal(signal),
      )
      return rows[0] ?? null
    },
    staleTime: 0,
  })
