import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'

const PAGE_SIZE = 20

export type LogEntry = Database['public']['Tables']['audit_log']['Row']
type Cursor = Pick<LogEntry, 'at' | 'id'> | undefined

/** Fetches one extra entry to know whether there is another page. */
function readLog(after: Cursor): Promise<LogEntry[]> {
  const newest = supabase()
    .from('audit_log')
    .select('*')
    .order('at', { ascending: false })
    .order('id')
    .limit(PAGE_SIZE + 1)
  // Keyset pagination: entries added in the meantime do not shift the pages.
  const older = after && newest.or(`at.lt."${after.at}",and(at.eq."${after.at}",id.gt.${after.id})`)
  return dataOf(older ?? newest)
}

export const logQuery = infiniteQueryOptions({
  queryKey: adminKeys.log,
  queryFn: ({ pageParam }) => readLog(pageParam),
  initialPageParam: undefined as Cursor,
  getNextPageParam: (page: LogEntry[]): Cursor => page[PAGE_SIZE] && page[PAGE_SIZE - 1],
  ...listRetry,
  select: ({ pages }) => pages.flatMap((page) => page.slice(0, PAGE_SIZE)),
})
