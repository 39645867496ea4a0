import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { InvitationUse } from '../state/use-invitation.ts'

const words = messages.auth.invitation

/** Above the form: why the invitation of the link is of no use. */
export function InvitationNote({ invitation }: { invitation: InvitationUse }) {
  if (invitation.status === 'ended')
    return (
      <p role="alert" className="text-md">
        {words.ended[invitation.state]}
      </p>
    )
  if (invitation.status !== 'failed') return null
  return (
    <div className="flex flex-col items-start gap-3 text-md">
      <p role="alert">{words.failed}</p>
      <Button busy={invitation.isRetrying} onClick={invitation.retry}>
        {messages.common.retry}
      </Button>
    </div>
  )
}
