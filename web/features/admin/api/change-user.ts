import { useMutation, useQueryClient } from '@tanstack/react-query'
import { expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'

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
