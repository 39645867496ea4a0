// Restarts each of three processes in turn while people write, behind nginx and behind HAProxy. They are of this
// version before and after and, from the first tag on, once more of the last tag before:
// npm run test:rolling [-- nginx | haproxy]
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { inBenchFolder, undo } from '../../bench/support/bench-folder.ts'
import { databaseUrl } from '../../bench/support/database-url.ts'
import { signUp, type User } from '../../bench/support/sign-up.ts'
import { startEmbeddedServer } from '../../server/database/embedded/embedded-server.ts'
import { createPool } from '../../server/database/pool.ts'
import { AppProcess, root } from './app-process.ts'
import { freePorts } from './free-ports.ts'
import { lastVersion } from './last-version.ts'
import { startProxy } from './proxies.ts'
import { listen, prompt, Tally, write } from './writers.ts'

const PROCESSES = 3
const WRITERS = 8
const PROMPTERS = 2
const SOCKETS = 20
const ROUNDS = Number(process.env['ROUNDS'] ?? 1)
/** Minimum pause between two restarts; a person typing the commands is not faster either. */
const RESTART_PAUSE_MS = 500

const print = (line: string) => process.stdout.write(`${line}\n`)

async function createPeople(url: string, anonKey: string, pool: Pool, name: string) {
  const people: User[] = []
  for (let n = 0; n < WRITERS + PROMPTERS; n += 1) {
    people.push(await signUp(url, anonKey, `${name}${n}`))
  }
  await pool.query('update public.profiles set approved = true')
  return people
}

/** Counts acknowledged scripts that are missing, and titles that are stored twice. */
async function compare(pool: Pool, { saved }: Tally) {
  const { rows } = await pool.query<{ title: string; count: number }>(
    'select title, count(*)::int from public.scripts group by title',
  )
  const counts = new Map(rows.map(({ title, count }) => [title, count]))
  return {
    lost: [...saved].filter((title) => !counts.has(title)).length,
    doubled: rows.filter(({ count }) => count > 1).length,
  }
}

async function restartAll(processes: readonly AppProcess[]): Promise<number> {
  let restarts = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const app of processes) {
      await app.stop()
      await app.start()
      restarts += 1
      await pause(RESTART_PAUSE_MS)
    }
  }
  return restarts
}

type Version = { name: string; checkout: string }
type Installation = { folder: string; pool: Pool; env: Record<string, string> }

async function measure(
  proxyName: 'nginx' | 'haproxy',
  before: Version,
  { folder, pool, env }: Installation,
): Promise<boolean> {
  const [own = 0, ...ports] = await freePorts(PROCESSES + 1)
  const processes = ports.map(
    (port) => new AppProcess(port, { ...env, DATA_DIR: path.join(folder, `data-${port}`) }),
  )
  undo.push(() => Promise.all(processes.map((app) => app.stop())))
  for (const app of processes) await app.start(before.checkout)
  const proxy = await startProxy[proxyName](path.join(folder, proxyName), { own, processes: ports })
  undo.push(() => proxy.stop())
  const config = await fetch(`${proxy.url}/config.json`)
  const { anonKey } = (await config.json()) as { anonKey: string }
  const people = await createPeople(proxy.url, anonKey, pool, proxyName)
  const tally = new Tally()
  const end = new AbortController()
  const job = { url: proxy.url, anonKey, tally, until: end.signal }
  const work = [
    ...people.slice(0, WRITERS).map((user, n) => write(job, user, `${proxyName} ${n}`)),
    ...people.slice(WRITERS).map((user) => prompt(job, user)),
    ...Array.from({ length: SOCKETS }, () => listen(job)),
  ]
  const begun = performance.now()
  const restarts = await restartAll(processes)
  const seconds = Math.round((performance.now() - begun) / 1000)
  end.abort()
  await Promise.all(work)
  const { lost, doubled } = await compare(pool, tally)
  await proxy.stop()
  await Promise.all(processes.map((app) => app.stop()))
  print(
    `${proxy.name}, from ${before.name}: ${restarts} restarts of ${PROCESSES} processes in ${seconds} s; ${tally.requests} requests, ${tally.failed} failed; ` +
      `${tally.saved.size} scripts saved, ${lost} lost, ${doubled} doubled; ${tally.generations} answers; ` +
      `${SOCKETS} sockets opened ${tally.sockets} times; slowest request ${Math.round(tally.slowest)} ms`,
  )
  for (const [what, count] of tally.failures) print(`  ${count} × ${what}`)
  return tally.failed + lost + doubled === 0
}

await inBenchFolder(async (folder) => {
  const log = pino({ level: 'silent' })
  const server = await startEmbeddedServer(path.join(folder, 'data'), 'test-password', log)
  undo.push(() => server.stop())
  const admin = createPool(server.connection, 1, log)
  undo.push(() => admin.end())
  const versions: Version[] = [{ name: 'this version', checkout: root }]
  const last = await lastVersion(folder)
  if (last) versions.push(last)
  const only = process.argv[2]
  let isGood = true
  for (const [n, version] of versions.entries()) {
    for (const name of ['nginx', 'haproxy'] as const) {
      if (only && only !== name) continue
      // A database of its own: an older version does not start with the tables of a newer one.
      const connection = { ...server.connection, database: `${name}_${n}` }
      await admin.query(`create database ${connection.database}`)
      const pool = createPool(connection, 2, log)
      undo.push(() => pool.end())
      const env = {
        DATABASE_URL: databaseUrl(connection),
        JWT_SECRET: randomBytes(32).toString('hex'),
        TRUST_PROXY: '1',
        DRAIN_SECONDS: '5',
        PUBLIC_URL: 'https://scripts.example.com',
        MONTHLY_GENERATION_LIMIT: '1000000',
      }
      const own = path.join(folder, connection.database)
      await mkdir(own, { mode: 0o711 })
      isGood = (await measure(name, version, { folder: own, pool, env })) && isGood
    }
  }
  process.exitCode = isGood ? 0 : 1
})
