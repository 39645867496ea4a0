import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'

const PAGE_SIZE = 20

export type LogEntry = Database['public']['Tables']['audit_log']['Row']
type Cursor = Pick<LogEntry, 'at' | 'id'> | undefined

/** Actions of admins; all other entries are about signing in. */
const CHANGES = [
  'approved',
  'restricted',
  'learning_loop_granted',
  'learning_loop_revoked',
  'role_changed',
  'sessions_ended',
  'account_deleted',
  'connection_added',
  'connection_changed',
  'connection_deleted',
  'connection_tested',
  'model_added',
  'model_removed',
  'default_model_changed',
  'offered_models_changed',
  'limit_changed',
  'default_limit_changed',
  'price_changed',
  'currency_changed',
  'invited',
  'invitation_resent',
  'invitation_revoked',
  'invitation_accepted',
  'reset_sent',
  'users_exported',
  'notice_created',
  'notice_changed',
  'notice_ended',
  'notice_deleted',
] as const satisfies LogEntry['action'][]

export type LogView = 'changes' | 'security'

/** Fetches one extra entry to know whether there is another page. */
function readLog(view: LogView, after: Cursor): Promise<LogEntry[]> {
  const all = supabase().from('audit_log').select('*')
  const chosen =
    view === 'changes' ? all.in('action', CHANGES) : all.not('action', 'in', `(${CHANGES.join()})`)
  const newest = chosen
    .order('at', { ascending: false })
    .order('id')
    .limit(PAGE_SIZE + 1)
  // Keyset pagination: entries added in the meantime do not shift the pages.
  const older = after && newest.or(`at.lt."${after.at}",and(at.eq."${after.at}",id.gt.${after.id})`)
  return dataOf(older ?? newest)
}

export const logQuery = (view: LogView) =>
  infiniteQueryOptions({
    queryKey: adminKeys.log(view),
    queryFn: ({ pageParam }) => readLog(view, pageParam),
    initialPageParam: undefined as Cursor,
    getNextPageParam: (page: LogEntry[]): Cursor => page[PAGE_SIZE] && page[PAGE_SIZE - 1],
    ...listRetry,
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, PAGE_SIZE)),
  })
