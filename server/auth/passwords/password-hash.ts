import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { failures } from '../failures.ts'

/** OWASP's recommended argon2id parameters; argon2id is the package's default algorithm. */
const PARAMETERS = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
}

/** Leaves one core free, so that many sign-ins do not block other requests. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
const MOST_WAITING = 500

const waiting: (() => void)[] = []
let running = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw failures.busy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password, PARAMETERS))

/** Dummy hash: unknown accounts take as long to reject as known ones. */
const dummyHash = hash('nobody has this password', PARAMETERS)

export const isPassword = async (
  password: string,
  hashed: string | undefined,
): Promise<boolean> => {
  const against = hashed ?? (await dummyHash)
  const matches = await inTurn(() => verify(against, password))
  return matches && hashed !== undefined
}
