import { reasonOf } from '../../../error-text.ts'
import { messages } from '../../../messages.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { useDeleteConversation } from '../api/deletion.ts'
import { generations } from '../generation/generations.ts'

const { chat } = messages

type DeleteConversationDialogProps = {
  userId: string
  /** The one to delete; null while the dialog is closed. */
  conversationId: string | null
  onClose: () => void
  onDeleted: (conversationId: string) => void
}

export function DeleteConversationDialog(props: DeleteConversationDialogProps) {
  const { userId, conversationId, onClose, onDeleted } = props
  const { mutateAsync } = useDeleteConversation(userId)

  async function remove(): Promise<void> {
    if (conversationId === null) return
    // A running generation has no reader any more; it does not matter if it cannot be stopped.
    const stopping = generations.of(conversationId)?.stop()
    generations.forget(conversationId)
    await stopping?.catch(() => undefined)
    await mutateAsync(conversationId)
    onDeleted(conversationId)
    showToast({ title: chat.deletedTitle, message: chat.deleted, kind: 'success' })
  }

  return (
    <ConfirmDialog
      open={conversationId !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={chat.confirmTitle}
      description={chat.confirm}
      cancelLabel={chat.cancel}
      confirmLabel={chat.remove}
      danger
      onConfirm={remove}
      onFailure={(error) => {
        const message = chat.deleteFailed(reasonOf(error))
        showToast({ title: chat.errorTitle, message, kind: 'error' })
        return message
      }}
    />
  )
}
