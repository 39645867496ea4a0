import { messages } from '../../../messages.ts'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import type { DocumentText } from '../../document/document-text.ts'

type StorageAlertProps = Pick<DocumentText, 'storage' | 'refusal'>

/** The server lacks the last changes, and perhaps the browser too: nobody should go on without knowing it. */
export function StorageAlert({ storage, refusal }: StorageAlertProps) {
  const refused: Record<string, string> = messages.pageView.refused
  const alert = storage === 'unstored' ? messages.pageView.unstored : refused[refusal ?? '']
  return (
    <div role="alert">
      {alert !== undefined && (
        <FailureNote className="border-b border-line bg-bad-wash px-4 py-2">{alert}</FailureNote>
      )}
    </div>
  )
}
