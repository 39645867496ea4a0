import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { StartFailure } from './start-failure.ts'

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

/** The tokens came later: a file without them gets them. What an even later version keeps here stays. */
const stored = z.looseObject({
  jwtSecret: z.string().min(32),
  databasePassword: z.string().min(16),
  metricsToken: z
    .string()
    .min(16)
    .default(() => random(24)),
  outboxToken: z
    .string()
    .min(16)
    .default(() => random(24)),
})
type Stored = z.infer<typeof stored>

const generate = () => stored.parse({ jwtSecret: random(48), databasePassword: random(24) })

/** Atomic and flushed to disk: the database depends on the password in it. */
function writeAtomically(file: string, contents: string): void {
  const descriptor = openSync(`${file}.new`, 'w', 0o600)
  writeSync(descriptor, contents)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(`${file}.new`, file)
}

function write(file: string, secrets: Stored): Stored {
  writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`)
  return secrets
}

function readOrGenerate(file: string): Stored {
  let contents: string
  try {
    contents = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return write(file, generate())
  }
  let known: unknown
  let complete: Stored
  try {
    known = JSON.parse(contents)
    complete = stored.parse(known)
  } catch {
    throw new StartFailure(
      `The generated secrets in ${file} are damaged: restore the file from a backup`,
    )
  }
  return isDeepStrictEqual(known, complete) ? complete : write(file, complete)
}

/** Derived, so that every process with the same secret has the same key: docs/decisions/005. */
const deriveAnonKey = (key: Uint8Array) =>
  new SignJWT({ iss: 'script-writer', role: 'anon' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(key)

async function checkAnonKey(anonKey: string, key: Uint8Array): Promise<string> {
  try {
    const { payload } = await jwtVerify(anonKey, key, { algorithms: ['HS256'] })
    if (payload['role'] === 'anon') return anonKey
  } catch {
    // Any reason leads to the same error below.
  }
  throw new StartFailure(
    'ANON_KEY must be a token with role anon signed with JWT_SECRET; leave it out to have one generated',
  )
}

export type Secrets = Pick<
  Stored,
  'jwtSecret' | 'databasePassword' | 'metricsToken' | 'outboxToken'
> & { anonKey: string }

type Given = {
  jwtSecret: string | undefined
  anonKey: string | undefined
  metricsToken: string | undefined
}

export async function loadSecrets(dataDir: string, given: Given): Promise<Secrets> {
  const kept = readOrGenerate(path.join(dataDir, 'secrets.json'))
  const jwtSecret = given.jwtSecret ?? kept.jwtSecret
  const key = new TextEncoder().encode(jwtSecret)
  const anonKey = given.anonKey ? await checkAnonKey(given.anonKey, key) : await deriveAnonKey(key)
  return { ...kept, jwtSecret, anonKey, metricsToken: given.metricsToken ?? kept.metricsToken }
}
