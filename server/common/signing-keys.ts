import {
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'

/** An Ed25519 key: its SubjectPublicKeyInfo in base64, and an id that is computed from it. */
export type PublicKey = { id: string; publicKey: string }
export type SigningKey = PublicKey & { privateKey: KeyObject }

/** What stands before the 32 bytes of a private key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export const newSeed = (): string => randomBytes(32).toString('hex')

function describe(key: KeyObject): PublicKey {
  const der = key.export({ format: 'der', type: 'spki' })
  return { id: hash('sha256', der, 'hex').slice(0, 32), publicKey: der.toString('base64') }
}

/** The key with these 32 bytes, given in hex. */
export function signingKeyOf(seed: string): SigningKey {
  const der = Buffer.concat([PKCS8, Buffer.from(seed, 'hex')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { ...describe(createPublicKey(privateKey)), privateKey }
}

/** A public key in base64 or PEM; undefined if the text is something else. */
export function publicKeyOf(text: string): PublicKey | undefined {
  try {
    const key = text.includes('-----BEGIN PUBLIC KEY-----')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? describe(key) : undefined
  } catch {
    return undefined
  }
}

/** What is published: the present key first, each key once. */
export function publicKeysOf(present: PublicKey, former: readonly string[]): PublicKey[] {
  const keys = [
    present,
    ...former.map((text) => publicKeyOf(text)).filter((key) => key !== undefined),
  ]
  return [...new Map(keys.map((key) => [key.id, key])).values()]
}

export const signatureOf = (text: string, { privateKey }: SigningKey): string =>
  sign(null, Buffer.from(text), privateKey).toString('base64')

export function isSigned(text: string, signature: string, { publicKey }: PublicKey): boolean {
  const key = Buffer.from(publicKey, 'base64')
  return verify(
    null,
    Buffer.from(text),
    { key, format: 'der', type: 'spki' },
    Buffer.from(signature, 'base64'),
  )
}
