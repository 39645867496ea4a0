import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, rename } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { beforeAll, inject, vi } from 'vitest'
import { usedDataFolder } from './database-server.ts'
import { temporaryFolder } from '../server-process.ts'
import { startTestServer } from '../test-server.ts'
import { NOT_DURABLE } from './database-settings.ts'

const PATIENT = { timeout: 110_000 }

export const freshDataDir = async (): Promise<string> => path.join(await temporaryFolder(), 'data')

async function createUsedDataDir(used: string): Promise<void> {
  const dataDir = await freshDataDir()
  const server = await startTestServer({ DATA_DIR: dataDir }, { databaseSettings: NOT_DURABLE })
  await server.stop()
  await rename(dataDir, used)
}

/** Each call returns a copy of a data directory that one server has used, cleanly shut down. */
export function copiesOfUsedDataDir(): () => Promise<string> {
  const folder = usedDataFolder(inject('templateDatabase'))
  const used = path.join(folder, 'data')
  beforeAll(async () => {
    // The first test file that needs the directory creates it for all the others.
    const isFirst = (await mkdir(folder, { recursive: true })) !== undefined
    await (isFirst ? createUsedDataDir(used) : vi.waitUntil(() => existsSync(used), PATIENT))
  })
  return async () => {
    const copy = await freshDataDir()
    await promisify(execFile)('cp', ['-a', used, copy])
    return copy
  }
}

/** The password of the embedded database. */
export async function passwordIn(dataDir: string): Promise<string> {
  const secrets = await readFile(path.join(dataDir, 'secrets.json'), 'utf8')
  return (JSON.parse(secrets) as { databasePassword: string }).databasePassword
}

/** Connects to the embedded database as the application does, but from another process. */
export async function connectTo(dataDir: string, password?: string): Promise<Client> {
  const client = new Client({
    host: await realpath(path.join(dataDir, 'postgres')),
    user: 'script_writer',
    database: 'script_writer',
    password: password ?? (await passwordIn(dataDir)),
  })
  client.on('error', () => undefined) // tests kill the database under it
  await client.connect()
  return client
}

export async function ask(dataDir: string, text: string, password?: string): Promise<unknown[]> {
  const client = await connectTo(dataDir, password)
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

export const logOf = (dataDir: string): Promise<string> =>
  readFile(path.join(dataDir, 'postgres.log'), 'utf8')
