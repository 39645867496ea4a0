import { useMutation, useQueryClient } from '@tanstack/react-query'
import { expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'

const functions = {
  endSessions: 'end_user_sessions',
  removeFactors: 'remove_user_factors',
  deleteAccount: 'delete_user',
} as const

export type AccountAction = keyof typeof functions

export function useAccountAction() {
  const queryClient = useQueryClient()
  return useMutation({
    /** Answers how many sessions or factors there were. */
    mutationFn: async ({ userId, action }: { userId: string; action: AccountAction }) => {
      const answer = await supabase().rpc(functions[action], { user_id: userId })
      await expectSuccess(Promise.resolve(answer))
      return answer.data
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.people }),
  })
}
