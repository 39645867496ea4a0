import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { StartFailure } from './start-failure.ts'

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

/** Older files lack the tokens, which are then generated. Unknown entries of newer versions are kept. */
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

/** Atomic and flushed to disk: the database cannot be opened without the password in the file. */
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

const fileIn = (dataDir: string) => path.join(dataDir, 'secrets.json')

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const WAY_BACK =
  'if you have none, run npm run repair-secrets, which creates new ones: no text is lost, but everyone has to sign in again'

/** Whether a database already exists, which accepts only the secrets that it was created with. */
export type Existence = 'may be new' | 'must exist'

function readOrGenerate(dataDir: string, existence: Existence): Stored {
  const file = fileIn(dataDir)
  const contents = readIfPresent(file)
  if (contents === undefined) {
    if (existence === 'may be new') return write(file, generate())
    throw new StartFailure(
      `${file} is missing, and the database beside it needs it: restore the file from a backup; ${WAY_BACK}`,
    )
  }
  const read = parseStored(contents)
  if (!read) {
    throw new StartFailure(
      `The generated secrets in ${file} are damaged: restore the file from a backup; ${WAY_BACK}`,
    )
  }
  return read.isComplete ? read.secrets : write(file, read.secrets)
}

function parseStored(contents: string): { secrets: Stored; isComplete: boolean } | undefined {
  try {
    const known: unknown = JSON.parse(contents)
    const secrets = stored.parse(known)
    return { secrets, isComplete: isDeepStrictEqual(known, secrets) }
  } catch {
    return undefined
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

export type Secrets = Pick<
  Stored,
  'jwtSecret' | 'databasePassword' | 'metricsToken' | 'outboxToken'
> & { anonKey: string }

type Given = {
  jwtSecret: string | undefined
  anonKey: string | undefined
  metricsToken: string | undefined
}

export async function loadSecrets(
  dataDir: string,
  given: Given,
  existence: Existence = 'may be new',
): Promise<Secrets> {
  const kept = readOrGenerate(dataDir, existence)
  const jwtSecret = given.jwtSecret ?? kept.jwtSecret
  const key = new TextEncoder().encode(jwtSecret)
  const anonKey = given.anonKey ? await checkAnonKey(given.anonKey, key) : await deriveAnonKey(key)
  return { ...kept, jwtSecret, anonKey, metricsToken: given.metricsToken ?? kept.metricsToken }
}

/** The secrets for a backup, as JSON; without the database password, which differs for each installation. */
export function exportSecrets(dataDir: string, { jwtSecret }: Pick<Given, 'jwtSecret'>): string {
  const { databasePassword: _own, ...secrets } = readOrGenerate(dataDir, 'must exist')
  return JSON.stringify({ ...secrets, jwtSecret: jwtSecret ?? secrets.jwtSecret }, null, 2)
}

export type ImportedSecrets = { undo(): void }

/** Stores the secrets that `exportSecrets` returned. */
export function importSecrets(dataDir: string, exported: string): ImportedSecrets {
  const file = fileIn(dataDir)
  const before = readIfPresent(file)
  const { databasePassword } = readOrGenerate(dataDir, 'may be new')
  write(file, stored.parse({ ...(JSON.parse(exported) as object), databasePassword }))
  return {
    undo: () => (before === undefined ? rmSync(file) : writeAtomically(file, before)),
  }
}

/** Keeps secrets that can be read, and creates new ones otherwise; a damaged file is kept under another name. */
export function repairSecrets(dataDir: string): {
  outcome: 'kept' | 'created'
  databasePassword: string
} {
  const file = fileIn(dataDir)
  const contents = readIfPresent(file)
  if (contents !== undefined) {
    if (parseStored(contents)) return { outcome: 'kept', ...readOrGenerate(dataDir, 'must exist') }
    renameSync(file, `${file}.damaged`)
  }
  return { outcome: 'created', ...write(file, generate()) }
}
