import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'
import type { UsersView } from './users.ts'

/** Everybody who matches the filter, not only the page that is shown. The audit log gets an entry. */
export function useExportUsers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ search, status }: Pick<UsersView, 'search' | 'status'>) =>
      dataOf(supabase().rpc('export_users', { search: search.trim(), status })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.log('changes') }),
  })
}
