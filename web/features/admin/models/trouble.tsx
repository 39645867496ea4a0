import type { ConnectionTrouble } from '../../../../contract/models.ts'
import { adminModelsMessages as messages } from '../../../messages/admin-models.ts'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'

/** What does not work, and what the provider says about it. */
export function Trouble({ trouble: { sentence, words } }: { trouble: ConnectionTrouble }) {
  return (
    <FailureNote className="wrap-anywhere">
      {sentence}
      {words && ` ${messages.says(words)}`}
    </FailureNote>
  )
}
