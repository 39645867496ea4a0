import { DatabaseSync } from 'node:sqlite'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartFailure } from '../common/failures.ts'

const PID_FILE = 'server.pid'
/** How often to look whether a DATA_DIR is free, in milliseconds. */
const LOOK_EVERY = 200
/** How often a process is seen that has not said who it is, until it is said that it is in the way. */
const UNNAMED_LOOKS = 25

export type DataLock = {
  /** Also locks a database outside of DATA_DIR; to be called again once the first start has placed it. */
  coverDatabase(): void
  release(): void
}

/** SQLite holds a kernel file lock, which ends with the process even after kill -9. */
function tryLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (/locked|busy/i.test((error as Error).message)) return undefined
    throw error
  }
}

/** Who has a DATA_DIR; a command, such as `npm run backup`, ends by itself. */
type Holder = { pid: string; command: string | undefined }

/** Undefined while it is starting or stopping. */
function holderOf(dataDir: string): Holder | undefined {
  try {
    const [pid, command] = readFileSync(path.join(dataDir, PID_FILE), 'utf8').trim().split('\n')
    return pid ? { pid, command } : undefined
  } catch {
    return undefined
  }
}

function holderName(holder: Holder | undefined): string {
  if (!holder) return 'another process that is still starting'
  const { pid, command } = holder
  return command === undefined ? `process ${pid}` : `${command}, process ${pid}`
}

export function createDataDir(dataDir: string): void {
  try {
    // Other users may traverse but not list it: when started as root, the database runs as its own user.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  } catch (error) {
    throw new StartFailure(
      `Cannot create DATA_DIR ${dataDir}: ${(error as Error).message}; for example DATA_DIR=./data`,
    )
  }
}

const refusal = (dataDir: string, holder: Holder | undefined) =>
  new StartFailure(
    `DATA_DIR ${dataDir} is in use by ${holderName(holder)}; stop it, or set another DATA_DIR`,
  )

/** For a command: one process per DATA_DIR, since two would compete for the same database. */
export function lockDataDir(dataDir: string, command: string): DataLock {
  const lock = tryLockDataDir(dataDir, command)
  if (lock) return lock
  throw refusal(dataDir, holderOf(dataDir))
}

/** For the server: waits for a command that has opened the database, and refuses to start beside another server. */
export async function awaitDataDir(dataDir: string, log: Logger): Promise<DataLock> {
  let seen: string | undefined
  let unnamed = 0
  for (;;) {
    const lock = tryLockDataDir(dataDir)
    if (lock) return lock
    const holder = holderOf(dataDir)
    unnamed += holder ? 0 : 1
    // The name of one that has just been killed may still be there at the first look.
    const isServer = holder?.command === undefined && holder?.pid === seen
    if (holder ? isServer : unnamed > UNNAMED_LOOKS) throw refusal(dataDir, holder)
    if (holder?.command !== undefined && holder.pid !== seen)
      log.warn(`DATA_DIR is in use by ${holderName(holder)}; the server starts when it is done`)
    seen = holder?.pid
    await sleep(LOOK_EVERY)
  }
}

/** The folder of a database outside of DATA_DIR; copies of DATA_DIR link to the same folder. */
function linkedFolder(dataDir: string): string | undefined {
  const link = path.join(dataDir, 'postgres')
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined
  const folder = path.dirname(path.resolve(dataDir, readlinkSync(link)))
  return existsSync(folder) ? folder : undefined
}

function lockLinked(dataDir: string): DatabaseSync | undefined {
  const folder = linkedFolder(dataDir)
  if (folder === undefined) return undefined
  const lock = tryLock(path.join(folder, 'server.lock'))
  if (lock) return lock
  throw new StartFailure(
    `DATA_DIR ${dataDir} is a copy of another one: its database is a link to ${folder}, which is in use; stop the other server, or set another DATA_DIR`,
  )
}

/** Undefined when another process holds the lock. */
export function tryLockDataDir(dataDir: string, command?: string): DataLock | undefined {
  const pidFile = path.join(dataDir, PID_FILE)
  try {
    const lock = tryLock(path.join(dataDir, 'server.lock'))
    if (!lock) return undefined
    let linked: DatabaseSync | undefined
    const coverDatabase = () => {
      linked ??= lockLinked(dataDir)
    }
    try {
      coverDatabase()
    } catch (error) {
      lock.close()
      throw error
    }
    writeFileSync(
      pidFile,
      command === undefined ? `${process.pid}\n` : `${process.pid}\n${command}\n`,
    )
    return {
      coverDatabase,
      release() {
        rmSync(pidFile, { force: true })
        linked?.close()
        lock.close()
      },
    }
  } catch (error) {
    if (error instanceof StartFailure) throw error
    throw new StartFailure(`Cannot write to DATA_DIR ${dataDir}: ${(error as Error).message}`)
  }
}
