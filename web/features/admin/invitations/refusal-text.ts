import { errorText } from '../../../error-text.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { invitationMessages } from '../../../messages/admin-invitations.ts'

/** Translates the code that the database sends in place of a message. */
export function refusalText(error: unknown, fallback: string): string {
  if (error instanceof RequestError) {
    const known = invitationMessages.refusals[error.message]
    if (known !== undefined) return known
    if (!error.isNetwork && !error.isSessionOver) return fallback
  }
  return errorText(error, fallback)
}
