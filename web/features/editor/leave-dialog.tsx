import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { messages } from '../../messages.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { isAgreed, keepsWork } from './use-desk.ts'

const { editor } = messages

/** Asks before unsaved work is left, by a link, by the browser's buttons or by closing the tab. */
export function LeaveDialog({ isUnsaved, onLeave }: { isUnsaved: boolean; onLeave: () => void }) {
  const blocker = useBlocker(
    ({ nextLocation: next, historyAction: way }) =>
      isUnsaved && !keepsWork(next, way) && !isAgreed(next, way),
  )

  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  return (
    <LeaveQuestion
      isOpen={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => {
        onLeave()
        blocker.proceed?.()
      }}
    />
  )
}

type LeaveQuestionProps = { isOpen: boolean; onStay: () => void; onLeave: () => void }

export function LeaveQuestion({ isOpen, onStay, onLeave }: LeaveQuestionProps) {
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
      onFailure={() => undefined}
    />
  )
}
