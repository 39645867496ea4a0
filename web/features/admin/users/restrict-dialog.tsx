import { adminMessages } from '../../../messages/admin.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useLastShown } from '../../../ui/overlay/use-last-shown.ts'
import { useChangeUser } from '../api/change-user.ts'
import { toastSuccess, toastFailure } from './change-outcome.ts'

type RestrictDialogProps = {
  user: { id: string; email: string } | undefined
  onClose: () => void
}

export function RestrictDialog({ user, onClose }: RestrictDialogProps) {
  const { mutateAsync } = useChangeUser()
  const shown = useLastShown(user)

  async function restrict(): Promise<void> {
    if (!user) return
    await mutateAsync({ userId: user.id, change: 'restrict' })
    toastSuccess('restrict')
  }

  return (
    <ConfirmDialog
      open={user !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={adminMessages.restrictTitle}
      subject={shown?.email}
      description={adminMessages.restrictText}
      cancelLabel={adminMessages.no}
      confirmLabel={adminMessages.yesRestrict}
      danger
      onConfirm={restrict}
      onFailure={() => toastFailure('restrict')}
    />
  )
}
