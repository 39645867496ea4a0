import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createHashQueue, type HashCaller } from './hash-queue.ts'

/** OWASP's recommended argon2id parameters; argon2id is the package's default algorithm. */
const PARAMETERS = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
}

/** Leaves one core free, so that many sign-ins do not block other requests. */
const queue = createHashQueue({
  atOnce: Math.max(1, availableParallelism() - 1),
  perSubject: 10,
  perClient: 150,
  total: 500,
})

/** The server itself hashes the administrator's password at startup. */
const SERVER: HashCaller = { client: 'server', subject: '', isKnown: true }

export const hashPassword = (password: string, caller = SERVER): Promise<string> =>
  queue.run(caller, () => hash(password, PARAMETERS))

/** The hash of a random password, so that rejecting an unknown account takes as long as a known one. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$86FEhlXAi/TZFBCZM5ETnQ$si/fabqSavcLJM1FItaU6QNnWLvOfwins1zDSTPF4zE'

export const isPassword = async (
  password: string,
  hashed: string | undefined,
  caller: HashCaller,
): Promise<boolean> => {
  const matches = await queue.run(caller, () => verify(hashed ?? DUMMY_HASH, password))
  return matches && hashed !== undefined
}
