import { errorText } from '../../../error-text.ts'
import { adminModelsMessages as words } from '../../../messages/admin-models.ts'
import { showToast } from '../../../ui/feedback/toast.ts'

/** For controls that have no room for an error message. */
export function showFailure(error: unknown): void {
  showToast({ title: words.errorTitle, message: errorText(error, words.failed), kind: 'error' })
}
