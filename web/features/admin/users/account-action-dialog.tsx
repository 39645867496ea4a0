import { RequestError } from '../../../lib/backend/request-error.ts'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useLastShown } from '../../../ui/overlay/use-focus-return.ts'
import { type AccountAction, useAccountAction } from '../api/users.ts'

export type Asked = { userId: string; email: string; action: AccountAction }

const sentences = {
  sendReset: {
    title: admin.sendResetTitle,
    text: admin.sendResetText,
    confirm: admin.sendReset,
    done: admin.resetSent,
    failed: admin.sendResetFailed,
  },
  makeAdmin: {
    title: admin.makeAdminTitle,
    text: admin.makeAdminText,
    confirm: admin.makeAdmin,
    done: admin.madeAdmin,
    failed: admin.changeRoleFailed,
  },
  makeScriptwriter: {
    title: admin.makeScriptwriterTitle,
    text: admin.makeScriptwriterText,
    confirm: admin.makeScriptwriter,
    done: admin.madeScriptwriter,
    failed: admin.changeRoleFailed,
  },
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

/** Messages for the codes with which the database refuses an action. */
const refusals: Partial<Record<string, string>> = {
  last_admin: admin.lastAdmin,
  not_an_admin: admin.notAnAdmin,
  not_approved: admin.notApproved,
  sent_a_moment_ago: admin.sentAMomentAgo,
  user_not_found: admin.userGone,
}

const refusalOf = (error: unknown) =>
  error instanceof RequestError ? refusals[error.message] : undefined

type AccountActionDialogProps = { asked: Asked | undefined; onClose: () => void }

export function AccountActionDialog({ asked, onClose }: AccountActionDialogProps) {
  const { mutateAsync } = useAccountAction()
  const shown = useLastShown(asked)
  const words = sentences[shown?.action ?? 'endSessions']
  return (
    <ConfirmDialog
      open={asked !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={words.title}
      description={words.text(shown?.email ?? '')}
      cancelLabel={admin.no}
      confirmLabel={words.confirm}
      danger={shown?.action !== 'sendReset'}
      onConfirm={async () => {
        if (!asked) return
        const count = await mutateAsync(asked)
        const message =
          asked.action === 'removeFactors' && count === 0 ? admin.noFactors : words.done
        showToast({ title: admin.successTitle, message, kind: 'success' })
      }}
      onFailure={(error) => {
        const message = refusalOf(error) ?? words.failed
        showToast({ title: admin.errorTitle, message, kind: 'error' })
        return message
      }}
    />
  )
}
