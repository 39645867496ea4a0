import { SecretBox } from '../../secret-box.ts'
import type { ModelSettings } from '../provider/open-model.ts'

/** What a key is for. Sealed for one address, it cannot be sent to another. */
export type KeyUse = {
  connectionId: string
  provider: ModelSettings['provider']
  baseUrl: string | null
}

const ownerOf = ({ connectionId, provider, baseUrl }: KeyUse) =>
  JSON.stringify([connectionId, provider, baseUrl])

/** The keys of connections, as the database keeps them. */
export class ConnectionKeys {
  readonly #box: SecretBox

  constructor(jwtSecret: string) {
    this.#box = new SecretBox(jwtSecret, 'model connections')
  }

  seal(key: string, use: KeyUse): Buffer {
    return this.#box.seal(Buffer.from(key), ownerOf(use))
  }

  /** Undefined if it has to be entered again: it was sealed with another secret, or for another address. */
  open(sealed: Buffer, use: KeyUse): string | undefined {
    return this.#box.open(sealed, ownerOf(use))?.toString()
  }
}
