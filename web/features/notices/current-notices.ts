import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../contract/tables.ts'
import { dataOf, expectSuccess } from '../../lib/backend/request-error.ts'
import { supabase } from '../../lib/backend/supabase.ts'

/** Generated function types do not include null. */
type Notice = Omit<
  Database['public']['Functions']['current_notices']['Returns'][number],
  'ends_at'
> & {
  ends_at: string | null
}

/** A planned notice begins without an announcement. */
const READ_EVERY = 5 * 60_000

const keyOf = (userId: string) => ['notices', userId] as const

/** The notices of this moment that the user has not dismissed, newest first. */
export const noticesQuery = (userId: string) =>
  queryOptions({
    queryKey: keyOf(userId),
    queryFn: async () => (await dataOf(supabase().rpc('current_notices'))) as Notice[],
    retry: false,
    staleTime: READ_EVERY,
    refetchInterval: READ_EVERY,
    refetchOnWindowFocus: true,
  })

/** Gone at once, and back if the server did not hear of it. */
export function useDismiss(userId: string) {
  const queryClient = useQueryClient()
  const queryKey = keyOf(userId)
  return useMutation({
    mutationFn: (notice_id: string) =>
      expectSuccess(supabase().rpc('dismiss_notice', { notice_id })),
    onMutate: async (noticeId) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<Notice[]>(queryKey, (known) =>
        known?.filter(({ id }) => id !== noticeId),
      )
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
