import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReadingScope, ReadScriptAnswer } from '../../../../contract/reading.ts'
import type { Database } from '../../../../contract/tables.ts'
import { callFunction } from '../../../lib/backend/functions.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { useTableChanges } from '../../../lib/backend/table-changes.ts'
import { newId } from '../../../lib/ids.ts'
import { noteKeys } from './notes.ts'

/** What is to be read, and as whom. */
export type ReadingPlan = {
  workId: string
  /** One of those that everybody has, or the id of one that a writer has described. */
  reader: string
  /** By their place in the script, from 1; null for all of them. */
  scenes: readonly number[] | null
  /** A part of the text with the hash; null for all of it. */
  target: { start: number; end: number } | null
  /** Of the text that scenes and target refer to. */
  textHash: string
  /** Also scenes that this reader has read and that have not changed since. */
  again: boolean
}

const askToRead = (
  plan: ReadingPlan,
  more: object,
  signal?: AbortSignal,
): Promise<ReadScriptAnswer> =>
  callFunction<ReadScriptAnswer>('read-script', {
    body: { ...plan, ...more },
    ...(signal && { signal }),
  })

export const startReading = (plan: ReadingPlan) => askToRead(plan, { idempotencyKey: newId() })

export const stopReading = (jobId: string) =>
  callFunction<{ status: string }>('cancel-generation', { body: { jobId } })

export type Cost = { calls: number; scenes: number; left: number }

/** What a reading would use of the generations that are left. */
export async function costOf(plan: ReadingPlan, signal: AbortSignal): Promise<Cost> {
  const [{ calls, scenes }, [allowance]] = await Promise.all([
    askToRead(plan, { estimate: true }, signal),
    dataOf(supabase().rpc('generation_allowance').abortSignal(signal)),
  ])
  return { calls, scenes, left: allowance ? Math.max(0, allowance.most - allowance.used) : calls }
}

type Row = Database['public']['Tables']['readings']['Row']

export type Reading = Pick<
  Row,
  'id' | 'reader' | 'name' | 'scenes' | 'found' | 'dropped' | 'summary' | 'finished_at'
> & {
  /** How many scenes were read. */
  read: number
  /** What it was to read; null for the whole script. */
  scope: ReadingScope | null
}

/** How many readings the panel tells of. */
const SHOWN = 5

const readingsQuery = (workId: string) =>
  queryOptions({
    queryKey: noteKeys.readings(workId),
    queryFn: async ({ signal }): Promise<Reading[]> => {
      const rows = await dataOf(
        supabase()
          .from('readings')
          .select(
            'id, reader, name, scenes, found, dropped, summary, finished_at, read_scenes, scope',
          )
          .eq('work_id', workId)
          .neq('reader', 'bible')
          .order('created_at', { ascending: false })
          .limit(SHOWN)
          .abortSignal(signal),
      )
      return rows.map((row) => ({
        id: row.id,
        reader: row.reader,
        name: row.name,
        scenes: row.scenes,
        found: row.found,
        dropped: row.dropped,
        summary: row.summary,
        finished_at: row.finished_at,
        read: Math.min(row.read_scenes.length, row.scenes),
        scope: row.scope as ReadingScope | null,
      }))
    },
    ...listRetry,
  })

/** Why a reading ended: null unless it failed or was stopped. */
export const endQuery = (id: string) =>
  queryOptions({
    queryKey: ['notes', 'end', id] as const,
    queryFn: async ({ signal }): Promise<{ code: string; sentence: string } | null> => {
      const [job] = await dataOf(
        supabase()
          .from('generation_jobs')
          .select('error, error_code')
          .eq('id', id)
          .abortSignal(signal),
      )
      return job?.error_code ? { code: job.error_code, sentence: job.error ?? '' } : null
    },
    ...listRetry,
    // How it ended never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

const TABLES = ['readings'] as const
const NONE: readonly Reading[] = []

/** The last readings of a text, newest first, as they go on. */
export function useReadings(workId: string) {
  const queryClient = useQueryClient()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: noteKeys.readings(workId) })
  const { data } = useQuery(readingsQuery(workId))
  useTableChanges(TABLES, `work_id=eq.${workId}`, () => void readAgain())
  return { readings: data ?? NONE, readAgain }
}
