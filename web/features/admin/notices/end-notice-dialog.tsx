import { adminMessages as admin } from '../../../messages/admin.ts'
import { adminNoticeMessages as words } from '../../../messages/admin-notices.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useLastShown } from '../../../ui/overlay/use-last-shown.ts'
import { type Ending, type Notice, noticeRefusal, useEndNotice } from './notices-api.ts'

const sentences = {
  end: {
    title: words.endTitle,
    text: words.endText,
    confirm: words.end,
    done: words.ended,
    failed: words.endFailed,
  },
  remove: {
    title: words.removeTitle,
    text: words.removeText,
    confirm: words.remove,
    done: words.removed,
    failed: words.removeFailed,
  },
}

/** Truncates a text that is too long for its place. */
const startOf = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most).trimEnd()}…` : text

export type AskedEnding = { notice: Notice; how: Ending }

type EndNoticeDialogProps = { asked: AskedEnding | undefined; onClose: () => void }

export function EndNoticeDialog({ asked, onClose }: EndNoticeDialogProps) {
  const { mutateAsync } = useEndNotice()
  const shown = useLastShown(asked)
  const { title, text, confirm, done, failed } = sentences[shown?.how ?? 'end']
  return (
    <ConfirmDialog
      open={asked !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      subject={shown && startOf(shown.notice.body, 200)}
      description={text}
      cancelLabel={admin.no}
      confirmLabel={confirm}
      danger
      onConfirm={async () => {
        if (!asked) return
        await mutateAsync({ id: asked.notice.id, how: asked.how })
        showToast({ title: admin.successTitle, message: done, kind: 'success' })
      }}
      onFailure={(error) => noticeRefusal(error, failed)}
    />
  )
}
