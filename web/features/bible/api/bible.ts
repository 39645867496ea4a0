import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FiledEntry } from '../../../../contract/bible-file.ts'
import type { Source, StoryKind } from '../../../../contract/reading.ts'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, RequestError } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { useTableChanges } from '../../../lib/backend/table-changes.ts'

type EntryRow = Database['public']['Tables']['story_entries']['Row']

/** What a writer types into an entry. */
export type EntryFields = { kind: StoryKind; name: string; aliases: string[]; body: string }

export type Entry = EntryFields &
  Pick<EntryRow, 'id' | 'pinned' | 'origin' | 'updated_at'> & { sources: Source[] }

const COLUMNS = 'id, kind, name, aliases, body, pinned, origin, sources, updated_at'

type Row = Omit<Entry, 'sources'> & Pick<EntryRow, 'sources'>
type Answer =
  | { data: Row[]; error: null }
  | { data: null; error: { message: string; code: string } }

// The database lets nobody write anything else there.
const entryOf = (row: Row): Entry => ({ ...row, sources: row.sources as Source[] })

export const bibleKeys = {
  entries: (workId: string) => ['bible', 'entries', workId] as const,
  proposals: (workId: string) => ['bible', 'proposals', workId] as const,
  reading: (workId: string) => ['bible', 'reading', workId] as const,
}

const entriesQuery = (workId: string) =>
  queryOptions({
    queryKey: bibleKeys.entries(workId),
    queryFn: async ({ signal }): Promise<Entry[]> => {
      const rows = await dataOf(
        supabase()
          .from('story_entries')
          .select(COLUMNS)
          .eq('work_id', workId)
          .order('name')
          .abortSignal(signal),
      )
      return rows.map(entryOf)
    },
    ...listRetry,
  })

const TABLES = ['story_entries'] as const
const NONE: readonly Entry[] = []

/** The entries of a text, kept up to date with other tabs and devices. */
export function useBible(workId: string) {
  const queryClient = useQueryClient()
  const { data, error, isPending, fetchStatus, refetch } = useQuery(entriesQuery(workId))
  useTableChanges(TABLES, `work_id=eq.${workId}`, () => {
    void queryClient.invalidateQueries({ queryKey: bibleKeys.entries(workId) })
  })
  return useMemo(
    () => ({
      entries: data ?? NONE,
      isPending,
      isOffline: fetchStatus === 'paused',
      error: data ? null : error,
      refetch,
    }),
    [data, error, isPending, fetchStatus, refetch],
  )
}

export type Bible = ReturnType<typeof useBible>

const UNIQUE_VIOLATION = '23505'

/** How the server says that there are 500 entries. */
export const isFull = (error: unknown): boolean =>
  error instanceof RequestError && error.message === 'too_many_entries'

export const isNameTaken = (error: unknown): boolean =>
  error instanceof RequestError && error.code === UNIQUE_VIOLATION

/** Changes the list of entries at once; the server's answer follows. */
export function useBibleChanges(workId: string) {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const { queryKey } = entriesQuery(workId)
    const show = (change: (entries: Entry[]) => Entry[]) =>
      queryClient.setQueryData(queryKey, (entries) => entries && change(entries))
    const showOne = (one: Entry) =>
      show((entries) => [...entries.filter(({ id }) => id !== one.id), one])

    // A list that is being read would bring an entry back as it was.
    const beforeWriting = () => queryClient.cancelQueries({ queryKey })

    async function written(call: PromiseLike<Answer>): Promise<Entry[]> {
      const rows = (await dataOf(call)).map(entryOf)
      for (const row of rows) showOne(row)
      return rows
    }

    return {
      async add(fields: EntryFields & { pinned?: boolean }) {
        await beforeWriting()
        const row = { ...fields, work_id: workId }
        return written(supabase().from('story_entries').insert(row).select(COLUMNS))
      },

      /** Null if the entry is not as it was when it was read: it was changed or deleted elsewhere. */
      async change({ id, updated_at }: Pick<Entry, 'id' | 'updated_at'>, fields: EntryFields) {
        await beforeWriting()
        const row = supabase().from('story_entries').update(fields).eq('id', id)
        const [changed = null] = await written(row.eq('updated_at', updated_at).select(COLUMNS))
        return changed
      },

      async pin({ id }: Entry, pinned: boolean) {
        await beforeWriting()
        return written(
          supabase().from('story_entries').update({ pinned }).eq('id', id).select(COLUMNS),
        )
      },

      /** Adds or changes all entries of a file, or none. */
      async importAll(entries: FiledEntry[]) {
        await beforeWriting()
        const [done] = await dataOf(supabase().rpc('import_bible', { work_id: workId, entries }))
        await queryClient.invalidateQueries({ queryKey })
        return done ?? { added: 0, changed: 0, kept: 0 }
      },

      async remove({ id }: Entry): Promise<void> {
        await beforeWriting()
        await dataOf(supabase().from('story_entries').delete().eq('id', id).select('id'))
        show((entries) => entries.filter((entry) => entry.id !== id))
      },

      refresh: () => queryClient.fetchQuery({ ...entriesQuery(workId), staleTime: 0 }),
    }
  }, [queryClient, workId])
}
