import { messages } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../ui/dialog.tsx'

const { editor, dashboard, common } = messages

type DeletedScriptDialogProps = {
  isOpen: boolean
  isSaving: boolean
  onClose: () => void
  onSaveAsNew: () => void
}

/** The script is gone, what was made of it here is not. */
export function DeletedScriptDialog(props: DeletedScriptDialogProps) {
  const { isOpen, isSaving, onClose, onSaveAsNew } = props
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <DialogContent
        title={editor.deletedTitle}
        description={editor.deleted}
        closeLabel={common.close}
      >
        <DialogActions>
          <DialogClose asChild>
            <Button disabled={isSaving}>{dashboard.cancel}</Button>
          </DialogClose>
          <Button variant="primary" disabled={isSaving} onClick={onSaveAsNew}>
            {editor.saveAsNew}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  )
}
