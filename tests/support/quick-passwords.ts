import { createRequire } from 'node:module'

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2')
const { hash } = argon2

const quickHash = (password: string | Uint8Array) =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

// Real hashes with minimal cost: hundreds of slow ones took a tenth of these tests' processor time. The
// server's own parameters are tested in tests/unit/server/auth/password-hash.test.ts. To be imported before
// the server; vitest imports this again for each file.
if (hash.name !== quickHash.name) argon2.hash = quickHash
