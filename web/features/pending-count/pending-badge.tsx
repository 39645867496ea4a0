import { messages } from '../../messages.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { usePendingCount } from './api/pending-count.ts'
import { badgeText } from './badge-text.ts'

/** On the corner of the button around it, so that nothing moves when the first one waits. */
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
