import type { ReactNode } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../../ui/overlay/dialog.tsx'

const { editor, dashboard, common } = messages

type QuestionProps = { isOpen: boolean; isSaving: boolean; onClose: () => void }

/** Asks how to save when a plain save is not possible. */
function SaveQuestion(
  props: QuestionProps & { title: string; description: string; children: ReactNode },
) {
  const { isOpen, isSaving, onClose, title, description, children } = props
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <DialogContent title={title} description={description} closeLabel={common.close}>
        <DialogActions>
          <DialogClose asChild>
            <Button disabled={isSaving}>{dashboard.cancel}</Button>
          </DialogClose>
          {children}
        </DialogActions>
      </DialogContent>
    </Dialog>
  )
}

/** Another tab or device saved the script in the meantime. */
export function ConflictDialog(
  props: QuestionProps & { onOverwrite: () => void; onKeepBoth: () => void },
) {
  const { onOverwrite, onKeepBoth, ...question } = props
  return (
    <SaveQuestion {...question} title={editor.conflictTitle} description={editor.conflict}>
      <Button disabled={question.isSaving} onClick={onOverwrite}>
        {editor.overwrite}
      </Button>
      <Button variant="primary" disabled={question.isSaving} onClick={onKeepBoth}>
        {editor.keepBoth}
      </Button>
    </SaveQuestion>
  )
}

/** The script was deleted elsewhere while it was open here. */
export function DeletedScriptDialog(props: QuestionProps & { onSaveAsNew: () => void }) {
  const { onSaveAsNew, ...question } = props
  return (
    <SaveQuestion {...question} title={editor.deletedTitle} description={editor.deleted}>
      <Button variant="primary" disabled={question.isSaving} onClick={onSaveAsNew}>
        {editor.saveAsNew}
      </Button>
    </SaveQuestion>
  )
}
