// Writers at work, and what they cost: npm run bench:load [-- WRITERS PROCESSES | cost]
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { CYCLE } from './load/day.ts'
import { Generator } from './load/generator.ts'
import { createPeople, createSignedIn, JWT_SECRET } from './load/people.ts'
import {
  type Cost,
  judgeTargets,
  type Measured,
  type Memory,
  report,
  reportCosts,
} from './load/report.ts'
import { cpuNow, memoryNow, type Processes, spent } from './load/usage.ts'
import type { Person } from './load/writer.ts'
import { startDatabase } from './support/bench-database.ts'
import { inBenchFolder, undo } from './support/bench-folder.ts'
import { anonKeyOf } from './support/bench-server.ts'
import { databaseUrl } from './support/database-url.ts'
import { launch, type Server } from './support/launch.ts'
import { median } from './support/median.ts'
import { environmentFor, startProvider } from './support/provider.ts'
import { loadNow, print } from './support/report.ts'
import type { Timing } from './support/scripted-provider.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 120)
/** Warms up for one cycle, until all code is loaded and compiled and all statements are prepared. */
const WARM_UP = CYCLE / 1000
const SAMPLE_MEMORY = 10_000
const COST_WRITERS = 40
const COST_ROUNDS = 5
const STEPS = ['list', 'open', 'draft', 'save', 'search', 'generate'] as const
/** Concurrent calls of each step, enough to keep the server busy. A generation mostly awaits the provider. */
const AT_ONCE = { list: 4, open: 4, draft: 4, save: 4, search: 4, generate: 20 }

type Setup = {
  folder: string
  url: string
  pool: Pool
  postmaster: number
  provider: Server
  people: Person[]
}

/** Bytes that PostgreSQL has written to its log of changes. */
async function logSize(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes",
  )
  return Number(rows[0]?.bytes)
}

/** Average bytes that a script of 100 KB takes: its plain text, its pieces, and its last saved text. */
async function scriptSize(pool: Pool) {
  const { rows } = await pool.query<{ text: number; pieces: number; saved: number }>(
    `select avg(octet_length(content #>> '{}'))::int as text, avg(pg_column_size(content))::int as saved,
       avg((select sum(pg_column_size(pieces)) from private.script_pieces as pieces
         join public.script_drafts as drafts on drafts.id = pieces.draft_id
         where drafts.script_id = scripts.id))::int as pieces
     from public.scripts where title = 'Long script'`,
  )
  return rows[0]
}

async function setUp(folder: string, writers: number): Promise<Setup> {
  const { connection, pool } = await startDatabase(folder, { connections: 4 })
  const pidFile = path.join(connection.host ?? '', 'postmaster.pid')
  const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  await createSignedIn(pool, 'admin')
  const people = await createPeople(pool, writers)
  const { provider } = await startProvider()
  return { folder, url: databaseUrl(connection), pool, postmaster, provider, people }
}

/** Starts the servers and the load generator for one measurement, and stops them after it. */
async function withWriters<T>(
  { folder, url, postmaster, provider, people }: Setup,
  writers: number,
  processes: number,
  work: (generator: Generator, all: Processes) => Promise<T>,
): Promise<T> {
  const env = {
    ...environmentFor(provider),
    DATABASE_URL: url,
    JWT_SECRET,
    AI_MEMORY: 'off',
    MONTHLY_GENERATION_LIMIT: '1000000',
  }
  const stops: (() => Promise<unknown>)[] = []
  const stopAll = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop()
  }
  undo.push(stopAll)
  const servers: Server[] = []
  for (let n = 0; n < processes; n += 1) {
    const dataDir = path.join(folder, `server${n}`)
    const server = await launch('server/main.ts', { ...env, DATA_DIR: dataDir }, '/health')
    stops.push(() => server.stop())
    servers.push(server)
  }
  const urls = servers.map((server) => server.url)
  const anonKey = await anonKeyOf(urls[0] ?? '')
  const generator = new Generator()
  stops.push(() => generator.stop())
  await generator.order({ kind: 'open', people: people.slice(0, writers), urls, anonKey })
  const pids = servers.map(({ pid }) => pid)
  const all = { servers: pids, postmaster, provider: provider.pid, generator: generator.pid }
  const done = await work(generator, all)
  await stopAll()
  return done
}

async function sampleMemory(all: Processes, until: AbortSignal): Promise<Memory[]> {
  const samples: Memory[] = []
  while (!until.aborted) {
    samples.push(await memoryNow(all))
    await pause(SAMPLE_MEMORY, undefined, { signal: until }).catch((error: unknown) => {
      if (!until.aborted) throw error
    })
  }
  return samples
}

const measure = (setup: Setup, writers: number, processes: number): Promise<Measured> =>
  withWriters(setup, writers, processes, async (generator, all) => {
    await generator.order({ kind: 'write', milliseconds: WARM_UP * 1000 })
    const before = await cpuNow(all)
    const over = new AbortController()
    const memory = sampleMemory(all, over.signal)
    const results = await generator
      .order({ kind: 'write', milliseconds: SECONDS * 1000 })
      .finally(() => over.abort())
    const cpu = spent(before, await cpuNow(all))
    const timings = (await (await fetch(setup.provider.url)).json()) as Record<string, Timing>
    return {
      writers,
      processes,
      seconds: SECONDS,
      ...results,
      timings,
      cpu,
      memory: await memory,
    }
  })

const ofOne = (of: keyof Cost, costs: Cost[]) =>
  median(costs.map((cost) => cost[of])) / COST_WRITERS

/** Each operation by itself, so that its share of the CPU time is known. */
const measureCosts = (setup: Setup): Promise<Record<string, Cost>> =>
  withWriters(setup, COST_WRITERS, 1, async (generator, all) => {
    const rounds: Record<string, Cost[]> = {}
    for (let round = 0; round <= COST_ROUNDS; round += 1) {
      for (const step of STEPS) {
        const before = await cpuNow(all)
        const logBefore = await logSize(setup.pool)
        const { errors } = await generator.order({ kind: 'each', step, atOnce: AT_ONCE[step] })
        if (errors[0] !== undefined) throw new Error(errors[0])
        const log = (await logSize(setup.pool)) - logBefore
        const cost = { ...spent(before, await cpuNow(all)), log }
        // The first round warms up.
        if (round > 0) (rounds[step] ??= []).push(cost)
      }
    }
    return Object.fromEntries(
      Object.entries(rounds).map(([step, costs]) => [
        step,
        {
          node: ofOne('node', costs),
          postgres: ofOne('postgres', costs),
          log: ofOne('log', costs),
        },
      ]),
    )
  })

const words = process.argv.slice(2)
const [writers, processes = 1] = words.filter((word) => /^\d+$/.test(word)).map(Number)
const configurations =
  writers === undefined
    ? [50, 200].flatMap((many) => [1, 2, 4].map((count) => [many, count] as const))
    : [[writers, processes] as const]
const onlyCost = words.includes('cost')
const most = onlyCost ? COST_WRITERS : Math.max(COST_WRITERS, ...configurations.map(([n]) => n))

await inBenchFolder(async (folder) => {
  const setup = await setUp(folder, most)
  print(`${availableParallelism()} cores, load before: ${loadNow()}`)
  if (onlyCost || writers === undefined) {
    reportCosts(await measureCosts(setup))
    const size = await scriptSize(setup.pool)
    if (size)
      print(`bytes of a script: text ${size.text}, pieces ${size.pieces}, saved ${size.saved}`)
  }
  if (onlyCost) return
  for (const [many, count] of configurations) {
    const measured = await measure(setup, many, count)
    report(measured)
    if (many === 50 && count === 1) judgeTargets(measured)
  }
})
