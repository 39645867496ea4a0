import { useMutation, useQueryClient } from '@tanstack/react-query'
import { expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import type { Database } from '../../../../contract/tables.ts'
import { adminKeys } from './admin-keys.ts'

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
