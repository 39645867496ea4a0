import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'

const PACKAGES = '/usr/lib/postgresql'
const OLDEST = 15
export const USER = 'script_writer'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres']).toString())
  return { uid: id('-u'), gid: id('-g') }
}

async function binaries(): Promise<string> {
  const versions = (await readdir(PACKAGES)).map(Number).filter((version) => version >= OLDEST)
  if (versions.length === 0) throw new Error(`PostgreSQL ${OLDEST} or newer is not installed`)
  return path.join(PACKAGES, String(Math.max(...versions)), 'bin')
}

/** A server of Debian's PostgreSQL, as the primary or the standby of another. */
export class Postgres {
  readonly port: number
  readonly #folder: string
  readonly #as = account()
  #child: ChildProcess | undefined

  constructor(folder: string, port: number) {
    this.#folder = folder
    this.port = port
  }

  async #tool(name: string, ...args: string[]): Promise<void> {
    await run(path.join(await binaries(), name), args, { ...this.#as, cwd: '/' })
  }

  async #createFolder(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
    await mkdir(this.#folder, { mode: 0o700 })
    const { uid, gid } = this.#as
    if (uid !== undefined && gid !== undefined) await chown(this.#folder, uid, gid)
  }

  async createPrimary(): Promise<void> {
    await this.#createFolder()
    await this.#tool('initdb', '-D', this.#folder, '-U', USER, '--auth=trust', '-E', 'UTF8')
    await this.#start()
  }

  /** Creates a copy of the primary that follows it; from then on each commit on the primary waits for it. */
  async createStandbyOf(primary: Postgres): Promise<void> {
    await this.#createFolder()
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', USER]
    await this.#tool(
      'pg_basebackup',
      '-D',
      this.#folder,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      ...from,
    )
    // The copied setting would make this server wait for a standby of its own.
    await appendFile(
      path.join(this.#folder, 'postgresql.auto.conf'),
      "synchronous_standby_names = ''\n",
    )
    await this.#start()
    await primary.query("alter system set synchronous_standby_names = '*'")
    await primary.query('select pg_reload_conf()')
    const isSynchronous = "select 1 from pg_stat_replication where sync_state = 'sync'"
    while ((await primary.query(isSynchronous)).length === 0) await pause(50)
  }

  async #start(): Promise<void> {
    const settings = { port: this.port, listen_addresses: '127.0.0.1', max_connections: 200 }
    const child = spawn(
      path.join(await binaries(), 'postgres'),
      [
        '-D',
        this.#folder,
        '-k',
        this.#folder,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      // A group of its own, to be killed as a whole.
      { ...this.#as, cwd: '/', stdio: 'ignore', detached: true },
    )
    this.#child = child
    while (child.exitCode === null) {
      const answers = await this.query('select 1').then(Boolean, () => false)
      if (answers) return
      await pause(50)
    }
    throw new Error(`postgres ended with ${child.exitCode}`)
  }

  async query(text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new Client({ host: '127.0.0.1', port: this.port, user: USER, database })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }

  /** Kills all its processes at once, as in a power cut. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }

  /** Resolves once it accepts writes. */
  async promote(): Promise<void> {
    await this.#tool('pg_ctl', 'promote', '-w', '-D', this.#folder)
  }
}
