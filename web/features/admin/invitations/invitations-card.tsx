import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { invitationMessages as words } from '../../../messages/admin-invitations.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useLastShown } from '../../../ui/overlay/use-last-shown.ts'
import { CardNote, CardState } from '../card-note.tsx'
import { MoreButton } from '../more-button.tsx'
import { StackedTable } from '../stacked-table.tsx'
import { InvitationRow, invitationColumns } from './invitation-row.tsx'
import { type Invitation, invitationsQuery, useRevoke } from './invitations-api.ts'
import { LinkButton } from './link-button.tsx'
import { refusalText } from './refusal-text.ts'

const columns = Object.values(invitationColumns)

export function InvitationsCard() {
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
      <CardState query={query} failed={words.listFailed} />
      {data?.length === 0 && <CardNote>{words.listNone}</CardNote>}
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
        onFailure={(error) => refusalText(error, words.revokeFailed)}
      />
    </Card>
  )
}
