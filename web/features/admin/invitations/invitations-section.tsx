import { usePeopleChanges } from '../api/users.ts'
import { AdministratorsCard } from './administrators-card.tsx'
import { InviteCard } from './invite-card.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { invitationMessages as words } from '../../../messages/admin-invitations.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useLastShown } from '../../../ui/overlay/use-focus-return.ts'
import { CardState } from '../card-note.tsx'
import { MoreButton } from '../more-actions.tsx'
import { type Column, StackedCell, StackedRow, StackedTable } from '../stacked-table.tsx'
import { type Invitation, invitationsQuery, useResend, useRevoke } from '../api/invitations.ts'
import { LinkButton, invitationRefusal } from './link-button.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { dayText, wholeTime } from '../number-text.ts'

const { columns: names } = words

const invitationColumns = {
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

function InvitationRow({ invitation, onRevoke, onResent }: InvitationRowProps) {
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
      const message = invitationRefusal(error, words.resendFailed)
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

const columns = Object.values(invitationColumns)

function InvitationsCard() {
  const query = useInfiniteQuery(invitationsQuery)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const [revoking, setRevoking] = useState<Invitation>()
  const [resent, setResent] = useState<{ email: string; token: string }>()
  const shown = useLastShown(revoking)
  const revoke = useRevoke()
  return (
    <Card aria-labelledby="invitations">
      <CardHeader>
        <CardTitle id="invitations">{words.listTitle}</CardTitle>
      </CardHeader>
      <output className="block empty:hidden">
        {resent && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4.5 py-2.5 text-md">
            <p className="mr-auto wrap-anywhere">
              {words.resent(resent.email)} <span className="text-ink-2">{words.linksOnce}</span>
            </p>
            <LinkButton {...resent} />
          </div>
        )}
      </output>
      <CardState
        query={query}
        failed={words.listFailed}
        none={data?.length === 0 && words.listNone}
      />
      {data && data.length > 0 && (
        <StackedTable caption={words.caption} columns={columns}>
          {data.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              onRevoke={setRevoking}
              onResent={setResent}
            />
          ))}
        </StackedTable>
      )}
      {hasNextPage && <MoreButton busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={(open) => {
          if (!open) setRevoking(undefined)
        }}
        title={words.revokeTitle}
        subject={shown?.email}
        description={words.revokeText}
        cancelLabel={admin.no}
        confirmLabel={words.revoke}
        danger
        onConfirm={async () => {
          if (!revoking) return
          await revoke.mutateAsync(revoking.id)
          if (resent?.email === revoking.email) setResent(undefined)
          showToast({ title: admin.successTitle, message: words.revoked, kind: 'success' })
        }}
        onFailure={(error) => invitationRefusal(error, words.revokeFailed)}
      />
    </Card>
  )
}

const TABLES = ['profiles', 'invitations'] as const

export function InvitationsSection() {
  usePeopleChanges(TABLES)
  return (
    <>
      <InviteCard />
      <InvitationsCard />
      <AdministratorsCard />
    </>
  )
}
