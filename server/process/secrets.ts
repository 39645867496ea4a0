import { hkdfSync, randomBytes } from 'node:crypto'
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
import { newSeed, publicKeyOf, signingKeyOf } from '../common/signing-keys.ts'
import { StartFailure } from '../common/failures.ts'

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

/** Older files lack the tokens and the key of records, which are then generated. Unknown entries of newer versions are kept. */
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
  /** Signs authorship records: the 32 bytes of an Ed25519 key in hex. */
  authorshipKey: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .default(newSeed),
  /** Public keys that signed before, so that their records can still be checked. */
  formerAuthorshipKeys: z
    .array(z.string().refine((key) => publicKeyOf(key) !== undefined))
    .default([]),
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
  | 'jwtSecret'
  | 'databasePassword'
  | 'metricsToken'
  | 'outboxToken'
  | 'authorshipKey'
  | 'formerAuthorshipKeys'
> & { anonKey: string }

type Given = {
  jwtSecret: string | undefined
  anonKey: string | undefined
  metricsToken: string | undefined
  authorshipKey?: string | undefined
  formerAuthorshipKeys?: string[] | undefined
}

type GivenKeys = Pick<Given, 'jwtSecret' | 'authorshipKey' | 'formerAuthorshipKeys'>

/** Derived from a given JWT_SECRET, so that processes with folders of their own sign alike: docs/decisions/026. */
function withGivenKeys(kept: Stored, { jwtSecret, authorshipKey, ...given }: GivenKeys): Stored {
  const derived =
    jwtSecret === undefined
      ? undefined
      : Buffer.from(hkdfSync('sha256', jwtSecret, '', 'script-writer authorship', 32))
  return {
    ...kept,
    jwtSecret: jwtSecret ?? kept.jwtSecret,
    authorshipKey: authorshipKey ?? derived?.toString('hex') ?? kept.authorshipKey,
    formerAuthorshipKeys: given.formerAuthorshipKeys ?? kept.formerAuthorshipKeys,
  }
}

export async function loadSecrets(
  dataDir: string,
  given: Given,
  existence: Existence = 'may be new',
): Promise<Secrets> {
  const secrets = withGivenKeys(readOrGenerate(dataDir, existence), given)
  const key = new TextEncoder().encode(secrets.jwtSecret)
  const anonKey = given.anonKey ? await checkAnonKey(given.anonKey, key) : await deriveAnonKey(key)
  return { ...secrets, anonKey, metricsToken: given.metricsToken ?? secrets.metricsToken }
}

/** The secrets for a backup, as JSON; without the database password, which differs for each installation. */
export function exportSecrets(dataDir: string, given: GivenKeys): string {
  const kept = readOrGenerate(dataDir, 'must exist')
  const { databasePassword: _own, ...secrets } = withGivenKeys(kept, given)
  return JSON.stringify(secrets, null, 2)
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

/** Makes a new key for authorship records, and keeps the public half of the present one. */
export function renewAuthorshipKey(dataDir: string): string {
  const kept = readOrGenerate(dataDir, 'must exist')
  const { publicKey } = signingKeyOf(kept.authorshipKey)
  const formerAuthorshipKeys = [publicKey, ...kept.formerAuthorshipKeys]
  const authorshipKey = newSeed()
  write(fileIn(dataDir), { ...kept, authorshipKey, formerAuthorshipKeys })
  return signingKeyOf(authorshipKey).id
}
