import { createServer } from 'node:net'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { testPool } from '../../support/database/test-pool.ts'
import { createPeople, createSignedIn, JWT_SECRET } from '../../../bench/load/people.ts'
import { databaseUrl } from '../../../bench/support/database-url.ts'
import { createRelay } from '../../support/database/relay.ts'
import {
  type ServerProcess,
  startServerProcess,
  temporaryFolder,
} from '../../support/server-process.ts'
import { settableClock } from './clock.ts'
import { smallDisk } from './disk.ts'
import { Letterbox } from './letterbox.ts'
import { startPostgres } from './postgres.ts'
import { openSceneProvider } from './provider.ts'

const SERVERS = 2
/** Not larger than needed, since filling the disk takes time; twelve writers need 1.2 GB in 200 rounds. */
const diskMegabytes = (writers: number) => 300 + 75 * writers

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const errorsIn = (lines: readonly string[]) =>
  lines.filter((line) => /^\{"level":[56]0,/.test(line))

/** A server that keeps its address when it is killed and restarted. */
class Address {
  readonly url: string
  readonly #env: Record<string, string>
  /** The errors of earlier processes. */
  readonly #errors: string[] = []
  #process: ServerProcess

  constructor(port: number, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`
    this.#env = { ...env, PORT: String(port) }
    this.#process = startServerProcess(this.#env)
  }

  get started(): Promise<string> {
    return this.#process.url
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.child.kill(signal)
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.#process.ended
  }

  /** The lines that were logged as errors since the first start. */
  get errors(): string[] {
    return [...this.#errors, ...errorsIn(this.#process.lines)]
  }

  async start(): Promise<void> {
    this.#errors.push(...errorsIn(this.#process.lines))
    this.#process = startServerProcess(this.#env)
    await this.started
  }

  /** Whether the process is running and can use its database. */
  async isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(2_000)
    const response = await fetch(`${this.url}/ready`, { signal }).catch(() => undefined)
    return response?.ok ?? false
  }
}

/** Two servers with one database, a provider, a post office, and everything that can be taken away from them. */
export async function openFixture(writers: number) {
  const folder = await temporaryFolder()
  const clock = await settableClock(folder)
  const diskFolder = path.join(folder, 'disk')
  await mkdir(diskFolder, { mode: 0o755 })
  const disk = await smallDisk(diskFolder, diskMegabytes(writers))
  const postgres = await startPostgres(diskFolder, clock.env)
  const pool = testPool({ ...postgres.connection, max: 4 })
  const admin = await createSignedIn(pool, 'admin')
  const guest = await createSignedIn(pool, 'guest')
  const people = await createPeople(pool, writers)
  await pool.end()
  const relay = await createRelay(databaseUrl(postgres.connection))
  const provider = await openSceneProvider()
  const office = await Letterbox.open()
  const env = {
    ...clock.env,
    DATABASE_URL: relay.url,
    JWT_SECRET,
    SMTP_URL: office.url,
    MAIL_FROM: 'scripts@example.com',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'scenes',
    AI_BASE_URL: provider.baseUrl,
    AI_MEMORY: 'off',
    MONTHLY_GENERATION_LIMIT: '1000000',
  }
  const servers: Address[] = []
  for (let n = 0; n < SERVERS; n += 1) {
    servers.push(
      new Address(await freePort(), { ...env, DATA_DIR: path.join(folder, `server${n}`) }),
    )
  }
  await Promise.all(servers.map(({ started }) => started))
  const config = await (await fetch(`${servers[0]?.url}/config.json`)).json()
  const { anonKey } = config as { anonKey: string }
  return { clock, disk, postgres, relay, provider, office, servers, admin, guest, people, anonKey }
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>
