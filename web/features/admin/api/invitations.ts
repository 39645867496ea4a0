import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'
import { inPages, PAGE_SIZE } from './pages.ts'

type Functions = Database['public']['Functions']
type Nullable<Row, Key extends keyof Row> = Omit<Row, Key> & { [K in Key]: Row[K] | null }

/** Generated function types do not include null. */
export type Invitation = Nullable<
  Functions['list_invitations']['Returns'][number],
  'invited_by_email' | 'accepted_at' | 'revoked_at' | 'revoked_by_email'
> & { state: 'pending' | 'accepted' | 'expired' | 'revoked' }

export type Outcome = Nullable<Functions['invite']['Returns'][number], 'token' | 'expires_at'> & {
  outcome: 'invited' | 'already_invited' | 'has_account' | 'invalid'
}

export type Administrator = Nullable<Functions['list_administrators']['Returns'][number], 'email'>

const keys = { invitations: [...adminKeys.people, 'invitations'] as const }

export const invitationsQuery = infiniteQueryOptions({
  queryKey: keys.invitations,
  queryFn: async ({ pageParam }) => {
    const answer = supabase().rpc('list_invitations', { max_results: PAGE_SIZE, skip: pageParam })
    return (await dataOf(answer)) as Invitation[]
  },
  ...inPages,
  select: ({ pages }) => pages.flat(),
})

export const administratorsQuery = queryOptions({
  queryKey: [...adminKeys.people, 'administrators'] as const,
  queryFn: async () => (await dataOf(supabase().rpc('list_administrators'))) as Administrator[],
  ...listRetry,
  refetchOnWindowFocus: true,
})

function usePeopleChange<Given, Result>(mutationFn: (given: Given) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.people }),
  })
}

export const useInvite = () =>
  usePeopleChange(
    async (emails: string[]) => (await dataOf(supabase().rpc('invite', { emails }))) as Outcome[],
  )

export const useResend = () =>
  usePeopleChange((invitation_id: string) =>
    dataOf(supabase().rpc('resend_invitation', { invitation_id }).single()),
  )

export const useRevoke = () =>
  usePeopleChange((invitation_id: string) =>
    expectSuccess(supabase().rpc('revoke_invitation', { invitation_id })),
  )
