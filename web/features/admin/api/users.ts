import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'

export const PAGE_SIZE = 50

export type Status = 'all' | 'approved' | 'pending'

export type UsersView = { search: string; status: Status; page: number }
export const firstView: UsersView = { search: '', status: 'all', page: 0 }

type Listed = Database['public']['Functions']['list_users']['Returns'][number]
/** Generated function types do not include null, but an address may be missing. */
export type User = Omit<Listed, 'email' | 'total_count'> & { email: string | null }

async function listUsers({ search, status, page }: UsersView) {
  const users = await dataOf(
    supabase().rpc('list_users', {
      search: search.trim(),
      status,
      max_results: PAGE_SIZE,
      skip: page * PAGE_SIZE,
    }),
  )
  return { users: users as User[], total: users[0]?.total_count ?? 0, page }
}

/** One page of scriptwriters; the previous page stays visible while it loads. */
export const usersQuery = (view: UsersView) =>
  queryOptions({
    queryKey: adminKeys.users(view),
    queryFn: () => listUsers(view),
    ...listRetry,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
