import type { AdminModels } from '../../../contract/models.ts'
import type { ConnectionKeys } from '../../ai/connections/connection-keys.ts'

/** What the functions need to manage models. */
export type ModelAccess = {
  keys: ConnectionKeys
  /** Whether requests may go to private addresses. */
  allowsPrivate: boolean
  environment: {
    provider: AdminModels['environment']['provider']
    model: string | undefined
    baseUrl: string | undefined
  }
  /** Where an Ollama server may listen. */
  localModels: string
}
