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
import { StartFailure } from '../common/failures.ts'

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

function holderOf(pidFile: string): string {
  try {
    return `process ${readFileSync(pidFile, 'utf8').trim()}`
  } catch {
    return 'another process that is still starting'
  }
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

/** One process per DATA_DIR: two would compete for the same database. */
export function lockDataDir(dataDir: string): DataLock {
  const lock = tryLockDataDir(dataDir)
  if (lock) return lock
  const holder = holderOf(path.join(dataDir, 'server.pid'))
  throw new StartFailure(
    `DATA_DIR ${dataDir} is in use by ${holder}; stop it, or set another DATA_DIR`,
  )
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
export function tryLockDataDir(dataDir: string): DataLock | undefined {
  const pidFile = path.join(dataDir, 'server.pid')
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
    writeFileSync(pidFile, `${process.pid}\n`)
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
