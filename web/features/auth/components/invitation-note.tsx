import { CircleAlert } from 'lucide-react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { InvitationUse } from '../state/use-invitation.ts'

const words = messages.auth.invitation

const noteStyle =
  'flex items-start gap-2.5 rounded-md border border-line bg-sunk px-3.5 py-3 text-md'
const iconStyle = 'mt-0.5 size-4 shrink-0 text-warn'

/** Shown above the form: why the link's invitation cannot be used. */
export function InvitationNote({ invitation }: { invitation: InvitationUse }) {
  if (invitation.status === 'ended')
    return (
      <div className={noteStyle}>
        <CircleAlert className={iconStyle} />
        <p role="alert">{words.ended[invitation.state]}</p>
      </div>
    )
  if (invitation.status !== 'failed') return null
  return (
    <div className={noteStyle}>
      <CircleAlert className={iconStyle} />
      <div className="flex flex-col items-start gap-3">
        <p role="alert">{words.failed}</p>
        <Button size="sm" busy={invitation.isRetrying} onClick={invitation.retry}>
          {messages.common.retry}
        </Button>
      </div>
    </div>
  )
}
