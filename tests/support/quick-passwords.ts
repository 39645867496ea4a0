import { vi } from 'vitest'

// Real hashes of the least size: hundreds of slow ones took a tenth of these tests' processor time. What
// the server uses is tested in tests/unit/server/auth/password-hash.test.ts.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>()
  return {
    ...argon2,
    hash: (password: string) =>
      argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  }
})
