import { useMutation, useQueryClient } from '@tanstack/react-query'
import { expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'

const functions = { endSessions: 'end_user_sessions', deleteAccount: 'delete_user' } as const

export type AccountAction = keyof typeof functions

export function useAccountAction() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, action }: { userId: string; action: AccountAction }) =>
      expectSuccess(supabase().rpc(functions[action], { user_id: userId })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.people }),
  })
}
