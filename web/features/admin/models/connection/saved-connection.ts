import type { ConnectionTrouble } from '../../../../../contract/models.ts'

/** A connection that was just saved. */
export type SavedConnection = {
  id: string
  isNew: boolean
  /** What its provider did not do. */
  trouble: ConnectionTrouble | null
}
