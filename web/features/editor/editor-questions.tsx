import { useEffect, useRef, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { messages } from '../../messages.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { ConflictDialog, DeletedScriptDialog } from '../scripts/saving/save-questions.tsx'
import { historyStateOf, keepsDocument, mayDiscard } from '../document/address.ts'
import type { OpenDocument } from '../document/open-document.ts'
import { useSession } from '../document/session.tsx'

const { leave } = messages.editor

/** Every dialog in which the editor asks before something would be lost. */
export function EditorQuestions() {
  const { act, discardTitle, isUnsaved, save, state } = useSession()
  const { question, isSaving } = state
  const close = () => act({ type: 'question closed' })
  return (
    <>
      <ConflictDialog
        isOpen={question === 'changed elsewhere'}
        isSaving={isSaving}
        onClose={close}
        onOverwrite={() => void save('overwrite')}
        onKeepBoth={() => void save('keep both')}
      />
      <DeletedScriptDialog
        isOpen={question === 'deleted elsewhere'}
        isSaving={isSaving}
        onClose={close}
        onSaveAsNew={() => void save('as new')}
      />
      <LeavePageDialog
        open={state}
        isUnsaved={isUnsaved}
        onLeave={discardTitle}
        onSave={() => save()}
      />
    </>
  )
}

type LeavePageDialogProps = {
  open: OpenDocument
  isUnsaved: boolean
  onLeave: () => void
  /** Returns whether it is saved. */
  onSave: () => Promise<boolean>
}

/** Asks before the page is left by a link or the browser's buttons; the browser asks before it is closed. */
function LeavePageDialog({ open, isUnsaved, onLeave, onSave }: LeavePageDialogProps) {
  const navigate = useNavigate()
  const blocker = useBlocker(
    ({ nextLocation: next, historyAction: type }) =>
      isUnsaved && !keepsDocument(next, type, open) && !mayDiscard(next, type),
  )
  // Saving changes the address of a new script, and with it the blocker.
  const latest = useRef(blocker)
  useEffect(() => {
    latest.current = blocker
  }, [blocker])

  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  const [isSaving, setIsSaving] = useState(false)
  const isLeaving = useRef(false)
  async function saveAndLeave(): Promise<void> {
    const { location: next } = blocker
    setIsSaving(true)
    const isSaved = await onSave()
    setIsSaving(false)
    // Why it is not saved is shown in the editor.
    if (!isSaved || !next) return
    isLeaving.current = true
    if (latest.current.state === 'blocked') latest.current.proceed()
    else void navigate(next, { state: { ...historyStateOf(next), mayDiscard: true } })
  }
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked' || isSaving}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen && !isLeaving.current) latest.current.reset?.()
        isLeaving.current = false
      }}
      title={leave.title}
      description={leave.description}
      cancelLabel={leave.stay}
      other={{
        label: leave.leave,
        onChoose: () => {
          isLeaving.current = true
          onLeave()
          blocker.proceed?.()
        },
      }}
      confirmLabel={leave.save}
      onConfirm={saveAndLeave}
      onFailure={String}
    />
  )
}
