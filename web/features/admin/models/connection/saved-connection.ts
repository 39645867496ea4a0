import type { ConnectionTrouble } from '../../../../../contract/models.ts'

/** A connection that was just saved. */
export type SavedConnection = {
  id: string
  isNew: boolean
  /** Why the provider could not be used; null if it could. */
  trouble: ConnectionTrouble | null
}
