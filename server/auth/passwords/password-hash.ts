import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { failures } from '../failures.ts'

/** OWASP's parameters for argon2id, which is the algorithm this package uses by itself. */
const PARAMETERS = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
}

/** One core stays free, so that a crowd at the door does not stop those inside. */
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

/** Somebody's hash, so that an unknown account takes as long to refuse as a known one. */
const stranger = hash('nobody has this password', PARAMETERS)

export const isPassword = async (
  password: string,
  hashed: string | undefined,
): Promise<boolean> => {
  const against = hashed ?? (await stranger)
  const matches = await inTurn(() => verify(against, password))
  return matches && hashed !== undefined
}
