import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { DemoAccount } from '../../contract/demo.ts'
import { StartFailure } from '../common/failures.ts'
import { hasCluster } from '../database/embedded/binaries.ts'
import { stopOrphan } from '../database/embedded/postmaster.ts'

/** Only a folder with this file may be a demo, and be emptied. */
const MARKER = 'demo.json'
/** What belongs to the process that has locked the folder. */
const OF_THE_LOCK = /^server\.(?:pid|lock)/

export type DemoFolder = {
  accounts: DemoAccount[]
  /** False until the sample library is there. */
  isMade: boolean
}

const newAccount = (role: DemoAccount['role']): DemoAccount => ({
  role,
  email: `${role}@demo.example`,
  // Random, so that it opens nothing but this folder.
  password: `demo-${randomBytes(5).toString('hex')}`,
})

const write = (dataDir: string, folder: DemoFolder) =>
  writeFileSync(path.join(dataDir, MARKER), JSON.stringify(folder), { mode: 0o600 })

function read(dataDir: string): DemoFolder | undefined {
  const file = path.join(dataDir, MARKER)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoFolder) : undefined
}

async function empty(dataDir: string): Promise<void> {
  const cluster = path.join(dataDir, 'postgres')
  if (existsSync(cluster)) {
    await stopOrphan(cluster)
    // It may be a link to where the database's system user can enter.
    rmSync(realpathSync(cluster), { recursive: true, force: true })
  }
  // The marker last: without it nothing may be emptied.
  const names = readdirSync(dataDir).filter((name) => name !== MARKER && !OF_THE_LOCK.test(name))
  for (const name of [...names, MARKER])
    rmSync(path.join(dataDir, name), { recursive: true, force: true })
}

/** The demo of a locked folder: the one that is there, or a new one. Refuses a folder with other accounts. */
export async function openDemoFolder(dataDir: string, reset: boolean): Promise<DemoFolder> {
  const found = read(dataDir)
  if (!found && hasCluster(dataDir)) {
    throw new StartFailure(
      `${dataDir} has accounts that are not the demo's: start the demo without DATA_DIR, or with an empty folder`,
    )
  }
  if (found?.isMade && !reset) return found
  if (found) await empty(dataDir)
  const accounts = (['writer', 'administrator', 'pending'] as const).map(newAccount)
  const made = { accounts, isMade: false }
  write(dataDir, made)
  return made
}

export const markAsMade = (dataDir: string, { accounts }: DemoFolder): void =>
  write(dataDir, { accounts, isMade: true })
