import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminNoticeMessages as words } from '../../../messages/admin-notices.ts'
import { inPages, PAGE_SIZE, refusalText } from './pages.ts'

const KEY = ['admin', 'notices'] as const

type Listed = Database['public']['Functions']['list_notices']['Returns'][number]

/** Generated function types do not include null. */
export type Notice = Omit<Listed, 'ends_at' | 'created_by_email' | 'state'> & {
  ends_at: string | null
  created_by_email: string | null
  state: 'planned' | 'current' | 'ended'
}

/** Times are ISO strings. A notice without a start begins at once; one without an end stays until ended. */
export type NoticeValues = {
  body: string
  starts_at: string | undefined
  ends_at: string | undefined
  for_pending: boolean
}

export const adminNoticesQuery = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: async ({ pageParam }) => {
    const answer = supabase().rpc('list_notices', { max_results: PAGE_SIZE, skip: pageParam })
    return (await dataOf(answer)) as Notice[]
  },
  ...inPages,
  // A notice's state changes when its start or end time passes.
  refetchInterval: 60_000,
  select: ({ pages }) => pages.flat(),
})

function useNoticeChange<Given>(mutationFn: (given: Given) => Promise<void>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
}

const given = ({ starts_at, ends_at, ...rest }: NoticeValues) => ({
  ...rest,
  ...(starts_at !== undefined && { starts_at }),
  ...(ends_at !== undefined && { ends_at }),
})

type Saved = { values: NoticeValues; changed: Notice | undefined }

export const useSaveNotice = () =>
  useNoticeChange(({ values, changed }: Saved) =>
    expectSuccess(
      changed
        ? supabase().rpc('change_notice', {
            ...given(values),
            notice_id: changed.id,
            expected_updated_at: changed.updated_at,
          })
        : supabase().rpc('create_notice', given(values)),
    ),
  )

export type Ending = 'end' | 'remove'

export const useEndNotice = () =>
  useNoticeChange(({ id: notice_id, how }: { id: string; how: Ending }) =>
    expectSuccess(
      how === 'end'
        ? supabase().rpc('end_notice', { notice_id })
        : supabase().rpc('delete_notice', { notice_id }),
    ),
  )

/** Refetches the list after any change, including those of other admins. */
export function useRefetchNotices(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: KEY })
}

export const noticeRefusal = (error: unknown, fallback: string) =>
  refusalText(words.refusals, error, fallback)
