import { messages } from '../../../messages.ts'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'

type StorageAlertProps = { isShown: boolean }

/** Neither browser nor server has the last changes: nobody should close the window without knowing it. */
export function StorageAlert({ isShown }: StorageAlertProps) {
  return (
    <div role="alert">
      {isShown && (
        <FailureNote className="border-b border-line bg-bad-wash px-4 py-2">
          {messages.desk.unstored}
        </FailureNote>
      )}
    </div>
  )
}
