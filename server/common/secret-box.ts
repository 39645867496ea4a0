import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts secrets in the database, so that a copy of the database alone does not reveal them. */
export class SecretBox {
  readonly #key: Buffer

  /** Each purpose has a key of its own. */
  constructor(jwtSecret: string, purpose: 'second factors' | 'model connections') {
    this.#key = Buffer.from(hkdfSync('sha256', jwtSecret, '', `script-writer ${purpose}`, 32))
  }

  /** Binds the result to its owner: copied to another row, it cannot be opened. */
  seal(plain: Buffer, owner: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  /** Undefined if it is damaged, or was sealed with another key or for another owner. */
  open(box: Buffer, owner: string): Buffer | undefined {
    if (box.length < NONCE_BYTES + TAG_BYTES) return undefined
    const nonce = box.subarray(0, NONCE_BYTES)
    const tag = box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
    const decipher = createDecipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
    const opened = decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES))
    try {
      return Buffer.concat([opened, decipher.final()])
    } catch {
      // The authentication tag does not match; `final` throws for no other reason.
      return undefined
    }
  }
}
