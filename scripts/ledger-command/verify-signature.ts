import type { AuthorshipRecord } from '../../contract/authorship.ts'
import { signedText } from '../../screenplay/authorship.ts'
import { isSigned, publicKeyOf } from '../../server/common/signing-keys.ts'
import { fault } from './fault.ts'
import type { TrustedKeys } from './keys.ts'

/** Checks the signature, with a trusted key if there is one, and says with which; throws if it is missing or wrong. */
export function verifySignature(
  { digests, signature }: AuthorshipRecord,
  trusted: TrustedKeys | undefined,
): string[] {
  if (!signature) {
    throw fault('signature', 'there is none, so anybody could have written this record')
  }
  const own = publicKeyOf(signature.publicKey)
  if (own?.id !== signature.keyId) throw fault('signature', 'its key does not have this id')
  const key = trusted ? trusted.keys.find(({ id }) => id === own.id) : own
  if (!key) {
    const ids = trusted?.keys.map(({ id }) => id).join(', ')
    throw fault('signature', `it is by the key ${own.id}, and the trusted key is ${ids}`)
  }
  if (!isSigned(signedText(digests), signature.value, key)) {
    throw fault('signature', 'it does not fit the record')
  }
  if (trusted) return [`  signed with the key ${key.id}, ${trusted.source}`]
  return [
    `  the signature fits the key ${key.id}, but that key is from the record itself:`,
    '  whether it is the key of the server was not checked. Without that, anybody could have written this record.',
    '  To check it, get the key from the server: --key https://SERVER/.well-known/authorship-keys.json',
  ]
}
