import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { messages } from '../../messages.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DeskState } from './use-desk.ts'

const { editor } = messages

/** Asks before unsaved work is left, by a link, by the browser's buttons or by closing the tab. */
export function LeaveDialog({ isUnsaved, onLeave }: { isUnsaved: boolean; onLeave: () => void }) {
  const isLeaving = useRef(false)
  const blocker = useBlocker(({ nextLocation }) => {
    const { isSameDesk } = (nextLocation.state ?? {}) as DeskState
    return isUnsaved && isSameDesk !== true
  })

  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => {
        if (!isOpen && !isLeaving.current) blocker.reset?.()
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
        blocker.proceed?.()
      }}
      onFailure={() => undefined}
    />
  )
}
