import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { messages } from '../../messages.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { ConflictDialog, DeletedScriptDialog } from '../scripts/saving/save-questions.tsx'
import { keepsDocument, mayDiscard } from './state/history-state.ts'
import type { DocumentControl } from './state/use-open-document.ts'
import type { useSaving } from './state/use-saving.ts'

const { editor } = messages

type EditorQuestionsProps = {
  document: DocumentControl
  isUnsaved: boolean
  save: ReturnType<typeof useSaving>
  signOut: () => void
}

/** Every dialog in which the editor asks before something would be lost. */
export function EditorQuestions({ document, isUnsaved, save, signOut }: EditorQuestionsProps) {
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
      <LeavePageDialog isUnsaved={isUnsaved} onLeave={discardTitle} />
      <LeaveDialog
        isOpen={question === 'log out'}
        onStay={close}
        onLeave={() => {
          close()
          discardTitle()
          signOut()
        }}
      />
    </>
  )
}

type LeavePageDialogProps = { isUnsaved: boolean; onLeave: () => void }

/** Asks before the page is left by a link or the browser's buttons; the browser asks before it is closed. */
function LeavePageDialog({ isUnsaved, onLeave }: LeavePageDialogProps) {
  const blocker = useBlocker(
    ({ nextLocation: next, historyAction: type }) =>
      isUnsaved && !keepsDocument(next, type) && !mayDiscard(next, type),
  )

  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  return (
    <LeaveDialog
      isOpen={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => {
        onLeave()
        blocker.proceed?.()
      }}
    />
  )
}

type LeaveDialogProps = { isOpen: boolean; onStay: () => void; onLeave: () => void }

function LeaveDialog({ isOpen, onStay, onLeave }: LeaveDialogProps) {
  const isLeaving = useRef(false)
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen && !isLeaving.current) onStay()
        isLeaving.current = false
      }}
      title={editor.leaveTitle}
      description={editor.leave}
      cancelLabel={editor.stay}
      confirmLabel={editor.leaveAnyway}
      danger
      onConfirm={async () => {
        isLeaving.current = true
        onLeave()
      }}
      onFailure={String}
    />
  )
}
