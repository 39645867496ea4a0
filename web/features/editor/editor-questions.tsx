import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { messages } from '../../messages.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { ConflictDialog, DeletedScriptDialog } from '../scripts/saving/save-questions.tsx'
import { keepsDocument, mayDiscard } from './state/document/history-state.ts'
import type { OpenDocument } from './state/document/open-document.ts'
import type { DocumentControl } from './state/document/use-open-document.ts'
import type { useSaving } from './state/use-saving.ts'

const { leave } = messages.editor

type EditorQuestionsProps = {
  document: DocumentControl
  isUnsaved: boolean
  save: ReturnType<typeof useSaving>
}

/** Every dialog in which the editor asks before something would be lost. */
export function EditorQuestions({ document, isUnsaved, save }: EditorQuestionsProps) {
  const { act, discardTitle } = document
  const { question, isSaving } = document.state
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
      <LeavePageDialog open={document.state} isUnsaved={isUnsaved} onLeave={discardTitle} />
    </>
  )
}

type LeavePageDialogProps = { open: OpenDocument; isUnsaved: boolean; onLeave: () => void }

/** Asks before the page is left by a link or the browser's buttons; the browser asks before it is closed. */
function LeavePageDialog({ open, isUnsaved, onLeave }: LeavePageDialogProps) {
  const blocker = useBlocker(
    ({ nextLocation: next, historyAction: type }) =>
      isUnsaved && !keepsDocument(next, type, open) && !mayDiscard(next, type),
  )

  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  const isLeaving = useRef(false)
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen && !isLeaving.current) blocker.reset?.()
        isLeaving.current = false
      }}
      title={leave.title}
      description={leave.description}
      cancelLabel={leave.stay}
      confirmLabel={leave.leave}
      danger
      onConfirm={async () => {
        isLeaving.current = true
        onLeave()
        blocker.proceed?.()
      }}
      onFailure={String}
    />
  )
}
