import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { StartFailure } from './start-failure.ts'

const stored = z.object({ jwtSecret: z.string().min(32), databasePassword: z.string().min(16) })
type Stored = z.infer<typeof stored>

const generate = (): Stored => ({
  jwtSecret: randomBytes(48).toString('base64url'),
  databasePassword: randomBytes(24).toString('base64url'),
})

/** Atomic and flushed to disk: the database depends on the password in it. */
function writeAtomically(file: string, contents: string): void {
  const descriptor = openSync(`${file}.new`, 'w', 0o600)
  writeSync(descriptor, contents)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(`${file}.new`, file)
}

function readOrGenerate(file: string): Stored {
  let contents: string
  try {
    contents = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const fresh = generate()
    writeAtomically(file, `${JSON.stringify(fresh, null, 2)}\n`)
    return fresh
  }
  try {
    return stored.parse(JSON.parse(contents))
  } catch {
    throw new StartFailure(
      `The generated secrets in ${file} are damaged: restore the file from a backup`,
    )
  }
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

export type Secrets = { jwtSecret: string; anonKey: string; databasePassword: string }

export async function loadSecrets(
  dataDir: string,
  given: { jwtSecret: string | undefined; anonKey: string | undefined },
): Promise<Secrets> {
  const { jwtSecret: generated, databasePassword } = readOrGenerate(
    path.join(dataDir, 'secrets.json'),
  )
  const jwtSecret = given.jwtSecret ?? generated
  const key = new TextEncoder().encode(jwtSecret)
  const anonKey = given.anonKey ? await checkAnonKey(given.anonKey, key) : await deriveAnonKey(key)
  return { jwtSecret, anonKey, databasePassword }
}
