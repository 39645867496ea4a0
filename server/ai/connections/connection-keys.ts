import { SecretBox } from '../../common/secret-box.ts'
import type { ModelSettings } from '../provider/open-model.ts'

/** What an API key is used for. A key sealed for one address cannot be sent to another. */
export type KeyUse = {
  connectionId: string
  provider: ModelSettings['provider']
  baseUrl: string | null
}

const ownerOf = ({ connectionId, provider, baseUrl }: KeyUse) =>
  JSON.stringify([connectionId, provider, baseUrl])

/** Encrypts and decrypts the API keys of connections for storage in the database. */
export class ConnectionKeys {
  readonly #box: SecretBox

  constructor(jwtSecret: string) {
    this.#box = new SecretBox(jwtSecret, 'model connections')
  }

  seal(key: string, use: KeyUse): Buffer {
    return this.#box.seal(Buffer.from(key), ownerOf(use))
  }

  /** Undefined if the key was sealed with another secret or address, and has to be entered again. */
  open(sealed: Buffer, use: KeyUse): string | undefined {
    return this.#box.open(sealed, ownerOf(use))?.toString()
  }
}
