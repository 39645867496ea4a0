import { expect, test } from 'vitest'
import { DUMMY_HASH, hashPassword, isPassword } from '../../../../server/auth/passwords.ts'

const caller = { client: '127.0.0.1', subject: 'one@example.com', isKnown: true }

test("a password is hashed with argon2id and OWASP's parameters", async () => {
  const hashed = await hashPassword('a good long password', caller)
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('a good long password', hashed, caller)).toBe(true)
  expect(await isPassword('another password', hashed, caller)).toBe(false)
})

test('an unknown account is checked against a hash as slow as any other, and no password fits', async () => {
  const parameters = (hash: string) => hash.split('$').slice(0, 4)
  expect(parameters(DUMMY_HASH)).toEqual(parameters(await hashPassword('any', caller)))
  expect(await isPassword('any', undefined, caller)).toBe(false)
})
