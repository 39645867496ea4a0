import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { type Example, useDeleteExample } from '../api/examples.ts'
import { whyUnchanged } from './example-actions.tsx'
import { openingLines } from './opening-lines.ts'

const words = messages.examples

type DeleteExampleDialogProps = {
  /** The one to delete; null while the dialog is closed. */
  example: Example | null
  onClose: () => void
  onDeleted: () => void
  onCloseAutoFocus: (event: Event) => void
}

export function DeleteExampleDialog(props: DeleteExampleDialogProps) {
  const { example, onClose, onDeleted, onCloseAutoFocus } = props
  const { mutateAsync } = useDeleteExample()

  async function remove(): Promise<void> {
    if (!example) return
    await mutateAsync(example.id)
    onDeleted()
    showToast({ title: words.removed, kind: 'success' })
  }

  return (
    <ConfirmDialog
      open={example !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={words.removeTitle}
      subject={example ? openingLines(example.opening).first : undefined}
      description={words.removeConfirm}
      cancelLabel={words.removeCancel}
      confirmLabel={words.remove}
      danger
      onConfirm={remove}
      onFailure={(error) => words.removeFailed(whyUnchanged(error))}
      onCloseAutoFocus={onCloseAutoFocus}
    />
  )
}
