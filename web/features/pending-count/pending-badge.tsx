import { PENDING_BADGE_MAX } from '../../../contract/limits.ts'
import { messages } from '../../messages.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { usePendingCount } from './api/pending-count.ts'

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
