import { errorText } from '../../../error-text.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { SIGNED_OUT } from '../../../lib/backend/require-session.ts'
import { messages } from '../../../messages.ts'
import type { Toast } from '../../../ui/feedback/toast.ts'
import { TITLE_EMPTY } from '../api/save-script.ts'

const { editor } = messages

/** The toast for a failed save. */
export function saveFailure(error: unknown): Toast {
  const toast = { kind: 'error', isSpecified: true } as const
  if (error instanceof RequestError && error.code === SIGNED_OUT)
    return { ...toast, title: editor.authErrorTitle, message: editor.authError }
  if (error instanceof RequestError && error.code === TITLE_EMPTY)
    return { ...toast, title: editor.validationTitle, message: editor.titleEmpty }
  return { ...toast, title: editor.saveErrorTitle, message: messageOf(error) }
}

function messageOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : ''
  if (reason.includes('JWT')) return editor.saveExpired
  if (error instanceof RequestError && error.isNetwork) return editor.saveNetwork
  const text = errorText(error, '')
  const reasons: Record<string, string> = editor.saveReasons
  return text === '' ? editor.saveDefault : editor.saveFailed(reasons[text] ?? text)
}
