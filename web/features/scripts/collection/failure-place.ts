import { errorText } from '../../../error-text.ts'
import { collectionMessages } from '../../../messages/collection.ts'

/** Where the dashboard shows what went wrong with a script: a deletion, an import, or opening it. */
export const COLLECTION = 'collection'

const reasons: Record<string, string> = collectionMessages.reasons

/** Why something could not be done with a script. */
export function collectionFailure(error: unknown, fallback: string): string {
  const reason = errorText(error, fallback)
  return reasons[reason] ?? reason
}
