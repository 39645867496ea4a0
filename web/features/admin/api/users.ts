import { keepPreviousData, queryOptions, useQueryClient, useMutation } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type Table, useTableChanges } from '../../../lib/backend/table-changes.ts'

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

/** Changes within this time are batched into one refetch. */
const BATCH = 300
/** Polling interval while the realtime subscription is down. */
const POLL_EVERY = 5_000

const PROFILES = ['profiles'] as const

/** Refetches everything about users shortly after any profile changes. */
export const useUserChanges = (): void => usePeopleChanges(PROFILES)

/** Like `useUserChanges`, for other tables. `tables` must be a constant. */
export function usePeopleChanges(tables: readonly Table[]): void {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function refetchSoon(): void {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queryClient.invalidateQueries({ queryKey: adminKeys.people })
    }, BATCH)
  }

  const isLive = useTableChanges(tables, undefined, refetchSoon)
  const poll = useEffectEvent(refetchSoon)

  useEffect(() => {
    if (isLive) return undefined
    const polling = setInterval(() => poll(), POLL_EVERY)
    return () => clearInterval(polling)
  }, [isLive])

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}

const functions = {
  approve: 'approve_user',
  restrict: 'restrict_user',
  grant: 'grant_learning_loop',
  revoke: 'revoke_learning_loop',
} as const

export type UserChange = keyof typeof functions

/** Pending until the lists have been refetched, also after a failure. */
export function useChangeUser() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, change }: { userId: string; change: UserChange }) =>
      expectSuccess(supabase().rpc(functions[change], { user_id: userId })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.people }),
  })
}

type Role = Database['public']['Tables']['profiles']['Row']['role']

const calls = {
  sendReset: (user_id: string) => supabase().rpc('send_password_reset', { user_id }),
  makeAdmin: (user_id: string) =>
    supabase().rpc('change_role', { user_id, new_role: 'admin' satisfies Role }),
  makeScriptwriter: (user_id: string) =>
    supabase().rpc('change_role', { user_id, new_role: 'scriptwriter' satisfies Role }),
  endSessions: (user_id: string) => supabase().rpc('end_user_sessions', { user_id }),
  removeFactors: (user_id: string) => supabase().rpc('remove_user_factors', { user_id }),
  deleteAccount: (user_id: string) => supabase().rpc('delete_user', { user_id }),
}

export type AccountAction = keyof typeof calls

export function useAccountAction() {
  const queryClient = useQueryClient()
  return useMutation({
    /** Returns how many sessions or factors there were. */
    mutationFn: async ({ userId, action }: { userId: string; action: AccountAction }) => {
      const answer = await calls[action](userId)
      await expectSuccess(Promise.resolve(answer))
      return answer.data
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.people }),
  })
}

/** Everybody who matches the filter, not only the page that is shown. The audit log gets an entry. */
export function useExportUsers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ search, status }: Pick<UsersView, 'search' | 'status'>) =>
      dataOf(supabase().rpc('export_users', { search: search.trim(), status })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.log('changes') }),
  })
}

async function countWaitingWriters(): Promise<number> {
  const answer = await supabase()
    .from('profiles')
    .select('*', { count: 'exact', head: true })
    .eq('role', 'scriptwriter')
    .eq('approved', false)
  return dataOf(Promise.resolve({ ...answer, data: answer.count }))
}

export const waitingWritersQuery = queryOptions({
  queryKey: adminKeys.pending,
  queryFn: countWaitingWriters,
})
