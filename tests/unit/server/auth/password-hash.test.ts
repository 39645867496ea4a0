import { expect, test } from 'vitest'
import { hashPassword, isPassword } from '../../../../server/auth/passwords/password-hash.ts'

const caller = { client: '127.0.0.1', subject: 'one@example.com', isKnown: true }

test("a password is hashed with argon2id and OWASP's parameters", async () => {
  const hashed = await hashPassword('a good long password', caller)
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('a good long password', hashed, caller)).toBe(true)
  expect(await isPassword('another password', hashed, caller)).toBe(false)
})

test('no password fits an unknown account', async () => {
  expect(await isPassword('nobody has this password', undefined, caller)).toBe(false)
})
