import { messages } from '../../../messages.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useChangeUser } from '../api/change-user.ts'
import { toastSuccess, toastFailure } from './change-outcome.ts'

type RestrictDialogProps = { userId: string | undefined; onClose: () => void }

export function RestrictDialog({ userId, onClose }: RestrictDialogProps) {
  const { mutateAsync } = useChangeUser()

  async function restrict(): Promise<void> {
    if (!userId) return
    await mutateAsync({ userId, change: 'restrict' })
    toastSuccess('restrict')
  }

  return (
    <ConfirmDialog
      open={userId !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={messages.admin.restrictTitle}
      description={messages.admin.restrictText}
      cancelLabel={messages.admin.no}
      confirmLabel={messages.admin.yesRestrict}
      danger
      onConfirm={restrict}
      onFailure={() => toastFailure('restrict')}
    />
  )
}
