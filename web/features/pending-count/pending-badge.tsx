import { PENDING_BADGE_MAX } from '../../../contract/limits.ts'
import { messages } from '../../messages.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { dataOf } from '../../lib/backend/request-error.ts'
import { supabase } from '../../lib/backend/supabase.ts'
import { useTableChanges } from '../../lib/backend/table-changes.ts'

/** Polling interval while the realtime subscription is down. */
const POLL_EVERY = 10_000

const PROFILES = ['profiles'] as const

const pendingKeys = { all: ['pending-count'] as const }

async function countPending(): Promise<number> {
  const answer = supabase()
    .from('profiles')
    .select('id', { count: 'exact', head: true })
    .eq('approved', false)
  return dataOf(answer.then(({ count, error, status }) => ({ data: count, error, status })))
}

const pendingCountQuery = queryOptions({ queryKey: pendingKeys.all, queryFn: countPending })

/** Number of profiles awaiting approval, refetched whenever a profile changes. */
function usePendingCount(): number | undefined {
  const queryClient = useQueryClient()
  const isLive = useTableChanges(
    PROFILES,
    undefined,
    () => void queryClient.invalidateQueries({ queryKey: pendingKeys.all }),
  )
  return useQuery({ ...pendingCountQuery, refetchInterval: isLive ? false : POLL_EVERY }).data
}

export const badgeText = (count: number): string =>
  count > PENDING_BADGE_MAX ? `${PENDING_BADGE_MAX}+` : String(count)

/** Positioned on the corner of its parent button, so that it does not shift the layout. */
export function PendingBadge() {
  const count = usePendingCount() ?? 0
  if (count === 0) return null
  return (
    <Badge tone="count" className="absolute -top-2.5 -right-2.5 ring-2 ring-sheet">
      <span aria-hidden="true">{badgeText(count)}</span>
      <span className="sr-only">{messages.dashboard.pending(count)}</span>
    </Badge>
  )
}
