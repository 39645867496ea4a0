import { adminMessages as admin } from '../../../messages/admin.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { type AccountAction, useAccountAction } from '../api/account-actions.ts'

export type Asked = { userId: string; email: string; action: AccountAction }

const sentences = {
  endSessions: {
    title: admin.endSessionsTitle,
    text: admin.endSessionsText,
    confirm: admin.endSessions,
    done: admin.sessionsEnded,
    failed: admin.endSessionsFailed,
  },
  removeFactors: {
    title: admin.removeFactorsTitle,
    text: admin.removeFactorsText,
    confirm: admin.removeFactors,
    done: admin.factorsRemoved,
    failed: admin.removeFactorsFailed,
  },
  deleteAccount: {
    title: admin.deleteTitle,
    text: admin.deleteText,
    confirm: admin.deleteAccount,
    done: admin.deleted,
    failed: admin.deleteFailed,
  },
} as const

type AccountActionDialogProps = { asked: Asked | undefined; onClose: () => void }

export function AccountActionDialog({ asked, onClose }: AccountActionDialogProps) {
  const { mutateAsync } = useAccountAction()
  const words = sentences[asked?.action ?? 'endSessions']
  return (
    <ConfirmDialog
      open={asked !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={words.title}
      description={words.text(asked?.email ?? '')}
      cancelLabel={admin.no}
      confirmLabel={words.confirm}
      danger
      onConfirm={async () => {
        if (!asked) return
        const count = await mutateAsync(asked)
        const message =
          asked.action === 'removeFactors' && count === 0 ? admin.noFactors : words.done
        showToast({ title: admin.successTitle, message, kind: 'success' })
      }}
      onFailure={() => {
        showToast({ title: admin.errorTitle, message: words.failed, kind: 'error' })
        return words.failed
      }}
    />
  )
}
