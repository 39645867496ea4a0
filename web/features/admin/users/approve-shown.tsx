import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useLastShown } from '../../../ui/overlay/use-last-shown.ts'
import { adminKeys } from '../api/admin-keys.ts'
import type { User } from '../api/users.ts'

function useApproveUsers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (user_ids: string[]) => dataOf(supabase().rpc('approve_users', { user_ids })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.people }),
  })
}

/** Approves exactly the users who were on the page when the button was pressed, in one request. */
export function ApproveShown({ users }: { users: readonly User[] }) {
  const { mutateAsync } = useApproveUsers()
  const [asked, setAsked] = useState<string[]>()
  const shown = useLastShown(asked)
  const waiting = users.filter(({ approved }) => !approved).map(({ id }) => id)
  return (
    <>
      {waiting.length > 0 && (
        <Button size="sm" onClick={() => setAsked(waiting)}>
          {admin.approveShown(waiting.length)}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => {
          if (!open) setAsked(undefined)
        }}
        title={admin.approveShownTitle}
        description={admin.approveShownText(shown?.length ?? 0)}
        cancelLabel={admin.no}
        confirmLabel={admin.approveShownConfirm}
        onConfirm={async () => {
          const count = await mutateAsync(asked ?? [])
          showToast({
            title: admin.successTitle,
            message: admin.approvedShown(count),
            kind: 'success',
          })
        }}
        onFailure={() => {
          showToast({ title: admin.errorTitle, message: admin.approveShownFailed, kind: 'error' })
          return admin.approveShownFailed
        }}
      />
    </>
  )
}
