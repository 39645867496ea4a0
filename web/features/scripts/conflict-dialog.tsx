import { messages } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../ui/dialog.tsx'

const { editor, dashboard, common } = messages

type ConflictDialogProps = {
  isOpen: boolean
  isSaving: boolean
  onClose: () => void
  onOverwrite: () => void
  onKeepBoth: () => void
}

/** Two people, or two tabs, saved the same script: nothing is lost without a word. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { isOpen, isSaving, onClose, onOverwrite, onKeepBoth } = props
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <DialogContent
        title={editor.conflictTitle}
        description={editor.conflict}
        closeLabel={common.close}
      >
        <DialogActions>
          <DialogClose asChild>
            <Button disabled={isSaving}>{dashboard.cancel}</Button>
          </DialogClose>
          <Button disabled={isSaving} onClick={onOverwrite}>
            {editor.overwrite}
          </Button>
          <Button variant="primary" disabled={isSaving} onClick={onKeepBoth}>
            {editor.keepBoth}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  )
}
