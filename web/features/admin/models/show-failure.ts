import { errorText } from '../../../error-text.ts'
import { adminModelsMessages as words } from '../../../messages/admin-models.ts'
import { showToast } from '../../../ui/feedback/toast.ts'

/** For changes whose control has no place for a sentence. */
export function showFailure(error: unknown): void {
  showToast({ title: words.errorTitle, message: errorText(error, words.failed), kind: 'error' })
}
