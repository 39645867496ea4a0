import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataOf, expectSuccess } from '../../lib/backend/request-error.ts'
import { supabase } from '../../lib/backend/supabase.ts'
import { type Board, boardOf, freshFor, untilNextReading } from './board.ts'

const keyOf = (userId: string) => ['notices', userId] as const

/** The notices of this moment that the user has not dismissed, newest first. */
export const noticesQuery = (userId: string, isAnnounced = true) =>
  queryOptions({
    queryKey: keyOf(userId),
    queryFn: async () => boardOf(await dataOf(supabase().rpc('notices_now').single()), Date.now()),
    retry: false,
    staleTime: ({ state }) => freshFor(state),
    refetchInterval: ({ state }) => untilNextReading(state, Date.now(), isAnnounced),
    refetchOnWindowFocus: true,
  })

/** Optimistic: the notice disappears at once and comes back if the request fails. */
export function useDismiss(userId: string) {
  const queryClient = useQueryClient()
  const queryKey = keyOf(userId)
  return useMutation({
    mutationFn: (notice_id: string) =>
      expectSuccess(supabase().rpc('dismiss_notice', { notice_id })),
    onMutate: async (noticeId) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<Board>(
        queryKey,
        (known) =>
          known && { ...known, notices: known.notices.filter(({ id }) => id !== noticeId) },
      )
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
