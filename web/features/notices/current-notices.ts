import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataOf, expectSuccess } from '../../lib/backend/request-error.ts'
import { supabase } from '../../lib/backend/supabase.ts'

type Notice = { id: string; body: string }

/** As the server answers; the generated types do not include null. */
type NoticesNow = { notices: Notice[]; changes_in: number | null }

type Board = {
  notices: readonly Notice[]
  /** When the next notice begins or ends, by the clock of this computer. */
  changesAt: number
}

/** Polling intervals. Changes are also announced in real time, but only to approved accounts. */
const READ_EVERY = 5 * 60_000
const READ_EVERY_UNANNOUNCED = 60_000
const AFTER_FAILURE = 30_000
/** Retry delay once the notices are outdated. */
const OVERDUE = 1_000
/** Timers may fire early. */
const MARGIN = 50

/** The server sends a duration instead of a time, because this computer's clock may be wrong. */
export const boardOf = ({ notices, changes_in }: NoticesNow, now: number): Board => ({
  notices,
  changesAt: changes_in === null ? Number.POSITIVE_INFINITY : now + changes_in + MARGIN,
})

type Reading = { data: Board | undefined; dataUpdatedAt: number; status: string }

/** How long a board stays fresh after it was read. */
const freshFor = ({ data, dataUpdatedAt }: Reading): number =>
  Math.min(READ_EVERY, Math.max(0, (data?.changesAt ?? 0) - dataUpdatedAt))

/** How long to wait before the notices are read again. */
function untilNextReading({ data, status }: Reading, now: number, isAnnounced: boolean): number {
  if (status === 'error') return AFTER_FAILURE
  const left = (data?.changesAt ?? 0) - now
  return Math.min(isAnnounced ? READ_EVERY : READ_EVERY_UNANNOUNCED, left > 0 ? left : OVERDUE)
}

const noticesKey = (userId: string) => ['notices', userId] as const

/** The notices of this moment that the user has not dismissed, newest first. */
export const noticesQuery = (userId: string, isAnnounced = true) =>
  queryOptions({
    queryKey: noticesKey(userId),
    queryFn: async () =>
      boardOf(
        await dataOf(supabase().rpc('notices_now', undefined, { get: true }).single()),
        Date.now(),
      ),
    retry: false,
    staleTime: ({ state }) => freshFor(state),
    refetchInterval: ({ state }) => untilNextReading(state, Date.now(), isAnnounced),
    refetchOnWindowFocus: true,
  })

/** Optimistic: the notice disappears at once and comes back if the request fails. */
export function useDismiss(userId: string) {
  const queryClient = useQueryClient()
  const queryKey = noticesKey(userId)
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
