import { invitationMessages as words } from '../../../messages/admin-invitations.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { type Column, StackedCell, StackedRow } from '../stacked-table.tsx'
import { dayText, wholeTime } from '../time-text.ts'
import { type Invitation, useResend } from './invitations-api.ts'
import { refusalText } from './refusal-text.ts'

const { columns: names } = words

export const invitationColumns = {
  email: { name: names.email, isTitle: true },
  state: { name: names.state, width: 'lg:w-56' },
  by: { name: names.by },
  at: { name: names.at, width: 'lg:w-28' },
  actions: { name: names.actions, width: 'lg:w-52' },
} satisfies Record<string, Column>

const tones = { pending: 'warn', accepted: 'good', expired: 'neutral', revoked: 'neutral' } as const

/** When the invitation expires, or when and how it ended. */
function detailOf(invitation: Invitation): { at: string; text: string; by?: string } {
  const { state, expires_at, accepted_at, revoked_at, revoked_by_email } = invitation
  const at = accepted_at ?? revoked_at ?? expires_at
  const day = dayText(at)
  if (state === 'pending') return { at, text: words.until(day) }
  if (state === 'expired') return { at, text: words.expiredOn(day) }
  if (state === 'accepted') return { at, text: words.acceptedOn(day) }
  const by = words.revokedBy(revoked_by_email ?? words.deletedAccount)
  return { at, text: words.revokedOn(day), by }
}

type InvitationRowProps = {
  invitation: Invitation
  onRevoke: (invitation: Invitation) => void
  /** Called with the token of the new link, which is shown only once. */
  onResent: (sent: { email: string; token: string }) => void
}

export function InvitationRow({ invitation, onRevoke, onResent }: InvitationRowProps) {
  const { id, email, state, invited_by_email, sent_at } = invitation
  const { mutateAsync, isPending } = useResend()
  const detail = detailOf(invitation)
  const isOpen = state === 'pending' || state === 'expired'

  async function resend(): Promise<void> {
    try {
      const { token } = await mutateAsync(id)
      onResent({ email, token })
      showToast({ title: admin.successTitle, message: words.resent(email), kind: 'success' })
    } catch (error) {
      const message = refusalText(error, words.resendFailed)
      showToast({ title: admin.errorTitle, message, kind: 'error' })
    }
  }

  return (
    <StackedRow>
      <StackedCell column={invitationColumns.email}>
        <span className="wrap-anywhere">{email}</span>
      </StackedCell>
      <StackedCell column={invitationColumns.state}>
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-lg:justify-end">
          <Badge tone={tones[state]}>{words.states[state]}</Badge>
          <span title={wholeTime(detail.at)} className="text-sm wrap-anywhere text-ink-2">
            {detail.text}
          </span>
          {detail.by && (
            <span className="basis-full text-sm wrap-anywhere text-ink-2">{detail.by}</span>
          )}
        </span>
      </StackedCell>
      <StackedCell column={invitationColumns.by}>
        <span className="wrap-anywhere">{invited_by_email ?? words.deletedAccount}</span>
      </StackedCell>
      <StackedCell column={invitationColumns.at}>
        <time dateTime={sent_at} title={wholeTime(sent_at)}>
          {dayText(sent_at)}
        </time>
      </StackedCell>
      <StackedCell column={invitationColumns.actions}>
        {isOpen ? (
          <span className="inline-flex flex-wrap gap-2 max-lg:justify-end">
            <Button
              size="sm"
              busy={isPending}
              aria-label={words.resendFor(email)}
              onClick={() => void resend()}
            >
              {words.resend}
            </Button>
            <Button
              size="sm"
              aria-label={words.revokeFor(email)}
              className="text-bad"
              onClick={() => onRevoke(invitation)}
            >
              {words.revoke}
            </Button>
          </span>
        ) : (
          <span aria-hidden="true" className="text-ink-2">
            —
          </span>
        )}
      </StackedCell>
    </StackedRow>
  )
}
