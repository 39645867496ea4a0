import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { type HashCaller, HashQueue } from './hash-queue.ts'

/** OWASP's recommended argon2id parameters; argon2id is the package's default algorithm. */
const PARAMETERS = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
}

/** Leaves one core free, so that many sign-ins do not block other requests. */
const queue = new HashQueue({
  atOnce: Math.max(1, availableParallelism() - 1),
  perSubject: 10,
  perClient: 150,
  total: 500,
})

/** The server itself, at its start. */
const SERVER: HashCaller = { client: 'server', subject: '', isKnown: true }

export const hashPassword = (password: string, caller = SERVER): Promise<string> =>
  queue.run(caller, () => hash(password, PARAMETERS))

/** Dummy hash: unknown accounts take as long to reject as known ones. */
const dummyHash = hash('nobody has this password', PARAMETERS)

export const isPassword = async (
  password: string,
  hashed: string | undefined,
  caller: HashCaller,
): Promise<boolean> => {
  const against = hashed ?? (await dummyHash)
  const matches = await queue.run(caller, () => verify(against, password))
  return matches && hashed !== undefined
}
