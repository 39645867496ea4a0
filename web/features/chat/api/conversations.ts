import { queryOptions, useQuery } from '@tanstack/react-query'
import { MAX_ROWS } from '../../../../contract/limits.ts'
import type { Database } from '../../../../contract/tables.ts'
import { isId } from '../../../lib/ids.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { containing } from '../../../lib/matching-titles.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { chatKeys } from './chat-keys.ts'
import { MESSAGE_COLUMNS } from './messages.ts'

export type Conversation = Pick<
  Database['public']['Tables']['chat_conversations']['Row'],
  'id' | 'title' | 'script_id' | 'work_id' | 'updated_at'
>

const LATEST = { ascending: false }
const COLUMNS = 'id, title, script_id, work_id, updated_at'

/** One page of the server's maximum size; older ones are found by searching. */
export const conversationsQuery = (userId: string) =>
  queryOptions({
    queryKey: chatKeys.conversations(userId),
    queryFn: ({ signal }): Promise<Conversation[]> =>
      dataOf(
        supabase()
          .from('chat_conversations')
          .select(COLUMNS)
          .eq('user_id', userId)
          .order('updated_at', LATEST)
          .abortSignal(signal),
      ),
    ...listRetry,
    refetchOnWindowFocus: 'always',
  })

export const useConversations = (userId: string) => useQuery(conversationsQuery(userId))

type Found = { ids: string[]; older: Conversation[] }

/** Full-text search over titles and messages. Matches that are older than the list come as whole rows. */
async function find(
  userId: string,
  words: string,
  list: readonly Conversation[],
  signal: AbortSignal,
): Promise<Found> {
  const search = supabase().rpc('search_conversations', { query: words, max_results: 200 })
  const rows = () =>
    supabase().from('chat_conversations').select(COLUMNS).eq('user_id', userId).abortSignal(signal)
  const isAll = list.length < MAX_ROWS
  const [matches, titled] = await Promise.all([
    dataOf(search.abortSignal(signal)),
    isAll ? [] : dataOf(rows().ilike('title', containing(words)).order('updated_at', LATEST)),
  ])
  const ids = matches.map(({ id }) => id)
  const known = new Set([...list, ...titled].map(({ id }) => id))
  const unknown = isAll ? [] : ids.filter((id) => !known.has(id))
  const rest = unknown.length === 0 ? [] : await dataOf(rows().in('id', unknown))
  return { ids, older: [...titled, ...rest] }
}

export function useFoundConversations(
  userId: string,
  words: string,
  list: readonly Conversation[] | undefined,
) {
  return useQuery({
    queryKey: chatKeys.found(userId, words),
    queryFn: ({ signal }) => find(userId, words, list ?? [], signal),
    enabled: words !== '' && list !== undefined,
    staleTime: 30_000,
  })
}

/** The latest about a script, saved or not. */
export const latestConversationQuery = (userId: string, scriptId: string) =>
  queryOptions({
    queryKey: chatKeys.latestOf(scriptId),
    queryFn: async ({ signal, client }): Promise<string | null> => {
      if (!isId(scriptId)) return null
      const messages = 'chat_messages'
      const rows = await dataOf(
        supabase()
          .from('chat_conversations')
          .select(`id, chat_messages(${MESSAGE_COLUMNS})`)
          .eq('user_id', userId)
          .or(`script_id.eq.${scriptId},work_id.eq.${scriptId}`)
          .order('updated_at', { ascending: false })
          .order('created_at', { referencedTable: messages })
          .order('id', { referencedTable: messages })
          .limit(1)
          .abortSignal(signal),
      )
      const latest = rows[0]
      if (!latest) return null
      // Saves the second request, unless there are more messages than one response holds.
      if (latest.chat_messages.length < MAX_ROWS)
        client.setQueryData(chatKeys.messages(latest.id), latest.chat_messages)
      return latest.id
    },
    ...listRetry,
    // Not cached: next time, another conversation may be the latest.
    gcTime: 0,
  })
