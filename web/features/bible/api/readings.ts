import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReadScriptAnswer, Source } from '../../../../contract/reading.ts'
import type { Database } from '../../../../contract/tables.ts'
import { callFunction } from '../../../lib/backend/functions.ts'
import { newId } from '../../../lib/ids.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { useTableChanges } from '../../../lib/backend/table-changes.ts'
import { bibleKeys, type EntryFields } from './bible.ts'

type ReadingRow = Database['public']['Tables']['readings']['Row']
type ProposalRow = Database['public']['Tables']['story_proposals']['Row']

export type Reading = Pick<
  ReadingRow,
  'id' | 'parts' | 'parts_read' | 'found' | 'dropped' | 'finished_at'
>

/** A new entry, or another text for the one with `entry_id`. */
export type Proposal = EntryFields & Pick<ProposalRow, 'id' | 'entry_id'> & { sources: Source[] }

// The database lets nobody write anything else there.
const proposalOf = (row: Omit<Proposal, 'sources'> & Pick<ProposalRow, 'sources'>): Proposal => ({
  ...row,
  sources: row.sources as Source[],
})

const COLUMNS = 'id, kind, name, aliases, body, sources, entry_id'

const proposalsQuery = (workId: string) =>
  queryOptions({
    queryKey: bibleKeys.proposals(workId),
    queryFn: async ({ signal }): Promise<Proposal[]> => {
      const rows = await dataOf(
        supabase()
          .from('story_proposals')
          .select(COLUMNS)
          .eq('work_id', workId)
          .eq('state', 'open')
          .order('created_at')
          .order('id')
          .abortSignal(signal),
      )
      return rows.map(proposalOf)
    },
    ...listRetry,
  })

const readingQuery = (workId: string) =>
  queryOptions({
    queryKey: bibleKeys.reading(workId),
    queryFn: async ({ signal }): Promise<Reading | null> => {
      const rows = await dataOf(
        supabase()
          .from('readings')
          .select('id, parts, parts_read, found, dropped, finished_at')
          .eq('work_id', workId)
          .eq('reader', 'bible')
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal),
      )
      return rows[0] ?? null
    },
    ...listRetry,
  })

/** Why a reading ended: null unless it failed or was stopped. */
const endQuery = (id: string) =>
  queryOptions({
    queryKey: ['bible', 'end', id],
    queryFn: async ({ signal }): Promise<{ code: string; sentence: string } | null> => {
      const rows = await dataOf(
        supabase()
          .from('generation_jobs')
          .select('error, error_code')
          .eq('id', id)
          .abortSignal(signal),
      )
      const { error = null, error_code: code = null } = rows[0] ?? {}
      return code === null ? null : { code, sentence: error ?? '' }
    },
    ...listRetry,
    // How it ended never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

const TABLES = ['story_proposals', 'readings'] as const
const NONE: readonly Proposal[] = []

/** What is proposed for a bible, and the last time that the script was read for it; kept up to date. */
export function useProposals(workId: string) {
  const queryClient = useQueryClient()
  const proposals = useQuery(proposalsQuery(workId)).data ?? NONE
  const reading = useQuery(readingQuery(workId)).data ?? null
  const isRunning = reading !== null && reading.finished_at === null
  const end = useQuery({
    ...endQuery(reading?.id ?? ''),
    enabled: reading !== null && !isRunning,
  }).data
  useTableChanges(TABLES, `work_id=eq.${workId}`, (change) => {
    if (change?.table !== 'readings')
      void queryClient.invalidateQueries({ queryKey: bibleKeys.proposals(workId) })
    if (change?.table !== 'story_proposals')
      void queryClient.invalidateQueries({ queryKey: bibleKeys.reading(workId) })
  })
  return { proposals, reading, isRunning, end: end ?? null }
}

/** What a writer decides about readings and proposals. */
export function useProposing(workId: string) {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const { queryKey } = proposalsQuery(workId)
    const without = (ids: readonly string[]) =>
      queryClient.setQueryData(queryKey, (all) => all?.filter(({ id }) => !ids.includes(id)))
    const decided = async <Result>(ids: string[], decide: () => Promise<Result>) => {
      await queryClient.cancelQueries({ queryKey })
      const result = await decide()
      without(ids)
      return result
    }
    const read = (body: object) =>
      callFunction<ReadScriptAnswer>('read-script', { body: { workId, reader: 'bible', ...body } })

    const accept = async (ids: string[]): Promise<void> => {
      await decided(ids, () => dataOf(supabase().rpc('accept_proposals', { ids })))
      await queryClient.invalidateQueries({ queryKey: bibleKeys.entries(workId) })
    }

    return {
      accept,

      /** How many generations it would take, and how many are left this month. */
      async estimate(again: boolean) {
        const [{ calls, scenes }, [allowance]] = await Promise.all([
          read({ estimate: true, again }),
          dataOf(supabase().rpc('generation_allowance')),
        ])
        return { calls, scenes, again, left: allowance ? allowance.most - allowance.used : calls }
      },

      async start(again: boolean): Promise<void> {
        await read({ again, idempotencyKey: newId() })
        await queryClient.invalidateQueries({ queryKey: bibleKeys.reading(workId) })
      },

      async stop(jobId: string): Promise<void> {
        await callFunction('cancel-generation', { body: { jobId } })
        await queryClient.invalidateQueries({ queryKey: bibleKeys.reading(workId) })
      },

      /** Accepts it as the writer has changed it. */
      async acceptChanged(id: string, { name, aliases, body }: EntryFields): Promise<void> {
        await dataOf(
          supabase()
            .from('story_proposals')
            .update({ name, aliases, body })
            .eq('id', id)
            .select('id'),
        )
        await accept([id])
      },

      reject: (ids: string[]) =>
        decided(ids, () => dataOf(supabase().rpc('reject_proposals', { ids }))),

      async undoReject(ids: string[]): Promise<void> {
        await dataOf(supabase().rpc('reject_proposals', { ids, undo: true }))
        await queryClient.invalidateQueries({ queryKey })
      },
    }
  }, [queryClient, workId])
}
