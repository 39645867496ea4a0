// Compares the data API with a bare handler and with @supabase/lite: npm run bench:rest
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { ClientConfig, Pool } from 'pg'
import { type Load, load, type Request } from './support/load.ts'
import { startDatabase } from './support/bench-database.ts'
import { inBenchFolder, undo } from './support/bench-folder.ts'
import { launchServer } from './support/bench-server.ts'
import { databaseUrl } from './support/database-url.ts'
import { median } from './support/median.ts'
import { costOf } from './support/processor-time.ts'
import { installLite, launch, type Server } from './support/launch.ts'
import { compare, type Cost, type Figures, predict, report, summarise } from './rest/rest-report.ts'
import { judge, print } from './support/report.ts'
import { signUp } from './support/sign-up.ts'

const CONNECTIONS = 16
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const RUNS = 5
const JWT_SECRET = 'a secret of this benchmark, long enough for it'

async function started(launching: Promise<Server>): Promise<Server> {
  const server = await launching
  undo.push(() => server.stop())
  return server
}

/** Adds users with 200 scripts each, and a long script of the writer. */
async function seed(pool: Pool, writer: string): Promise<string> {
  await pool.query(
    `insert into auth.users (email)
       select 'other' || n || '@example.com' from generate_series(1, 20) n`,
  )
  await pool.query(`
    insert into public.scripts (user_id, title, content)
      select profiles.id, 'Script ' || n, to_jsonb('INT. ROOM ' || n || ' - DAY')
      from public.profiles cross join generate_series(1, 200) n order by n`)
  const { rows } = await pool.query<{ id: string }>(
    `insert into public.scripts (user_id, title, content)
       values ($1, 'Long', to_jsonb(repeat('She opens the door, slowly, and waits. ', 2626))) returning id`,
    [writer],
  )
  await pool.query('vacuum (analyze)')
  return rows[0]?.id ?? ''
}

/** The SQL that a request was translated to, from pg_stat_activity. */
async function statementOf(pool: Pool, peer: Peer): Promise<string> {
  await bodyOf(peer)
  const { rows } = await pool.query<{ query: string }>(
    `select query from pg_stat_activity
     where application_name = 'script-writer' and query like '%"scripts"%' and pid <> pg_backend_pid()
     order by query_start desc nulls last limit 1`,
  )
  return rows[0]?.query ?? ''
}

type Peer = { server: Server; request: Request }
type Case = {
  name: string
  status: number
  prepare?: () => Promise<unknown>
  peers: Record<string, Peer>
}

async function bodyOf({ server: { url }, request }: Peer): Promise<unknown> {
  const { method, headers, path: address, body } = request
  const response = await fetch(url + address, { method, headers, ...(body && { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}${address} answered ${response.status}: ${text}`)
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}

/** The comparison is only valid if all peers give the same response. */
async function expectSameAnswers({ name, peers }: Case): Promise<void> {
  const [first, ...others] = Object.entries(peers)
  const expected = first && JSON.stringify(await bodyOf(first[1]))
  for (const [peer, other] of others) {
    const found = JSON.stringify(await bodyOf(other))
    if (found !== expected) {
      throw new Error(
        `${name}: ${peer} answers ${found.slice(0, 300)}, ours ${expected?.slice(0, 300)}`,
      )
    }
  }
}

/** Alternates between the peers every second, so that noise affects all of them alike. */
async function measure(pool: Pool, one: Case, figures: Figures, seconds: number) {
  const { name, status, prepare, peers } = one
  const loads: Record<string, (Load & Cost)[]> = {}
  const all = Object.entries(peers)
  for (let second = 0; second < seconds; second += 1) {
    for (const [peer, { server, request }] of second % 2 ? all.toReversed() : all) {
      await prepare?.()
      const options = { connections: CONNECTIONS, until: AbortSignal.timeout(1000), status }
      const processes = { server: server.pid, client: process.pid }
      const { done, cost } = await costOf(pool, processes, () => load(server.url, request, options))
      ;(loads[peer] ??= []).push({ ...done, ...cost })
    }
  }
  for (const [peer] of all) {
    ;(figures[`${name}, ${peer}`] ??= []).push(summarise(loads[peer] ?? []))
  }
}

/** Starts our server with an approved, signed-in writer. */
async function startOurs(folder: string, connection: ClientConfig, pool: Pool) {
  const { server, anonKey } = await launchServer(folder, connection, { JWT_SECRET })
  await signUp(server.url, anonKey, 'admin')
  const writer = await signUp(server.url, anonKey, 'writer')
  await pool.query('update public.profiles set approved = true')
  const headers: Request['headers'] = {
    ...writer.headers,
    'accept-profile': 'public',
    'x-client-info': 'supabase-js-node/2.119.0',
  }
  return { server, headers, owner: writer.id, long: await seed(pool, writer.id) }
}

function requestsOf({ headers, owner, long }: Awaited<ReturnType<typeof startOurs>>) {
  const get = (address: string): Request => ({ method: 'GET', path: address, headers })
  const now = new Date().toISOString()
  const insert: Request = {
    method: 'POST',
    path: '/rest/v1/scripts',
    headers: { ...headers, prefer: 'return=minimal' },
    body: JSON.stringify({
      title: 'Inserted',
      content: 'FADE IN',
      user_id: owner,
      updated_at: now,
      created_at: now,
    }),
  }
  return {
    list: get(
      `/rest/v1/scripts?select=id,title&user_id=eq.${owner}&order=updated_at.desc&limit=50`,
    ),
    bareList: get(`/list?user_id=${owner}`),
    one: get(`/rest/v1/scripts?select=id,title,content&id=eq.${long}`),
    bareOne: get(`/one?id=${long}`),
    insert,
    bareInsert: { ...insert, path: '/insert' },
  }
}

async function bench(folder: string): Promise<void> {
  const settings = ['track_activity_query_size=16384']
  const { connection, pool } = await startDatabase(folder, { settings })
  const address = databaseUrl(connection)
  const env = { DATABASE_URL: address, JWT_SECRET }

  const us = await startOurs(folder, connection, pool)
  const ours = us.server
  const { list, bareList, one: single, bareOne, insert, bareInsert } = requestsOf(us)
  const statements = {
    list: await statementOf(pool, { server: ours, request: list }),
    one: await statementOf(pool, { server: ours, request: single }),
    insert: await statementOf(pool, { server: ours, request: insert }),
  }
  const bareEnv = { ...env, STATEMENTS: JSON.stringify(statements) }
  const bare = await started(launch('bench/rest/bare-handler.ts', bareEnv, '/'))
  const liteFolder =
    process.env['BENCH_LITE'] === 'false' ? undefined : await installLite(path.join(folder, 'lite'))
  const lite =
    liteFolder &&
    (await started(launch('bench/rest/supabase-lite.ts', { ...env, LITE_FOLDER: liteFolder }, '/')))

  // Each run starts with the same table.
  const removeInserted = async () => {
    await pool.query("delete from public.scripts where title = 'Inserted'")
    await pool.query('vacuum (analyze) public.scripts')
  }
  const cases: Case[] = [
    {
      name: 'list of 50',
      status: 200,
      peers: {
        ours: { server: ours, request: list },
        bare: { server: bare, request: bareList },
        'bare, json_agg': {
          server: bare,
          request: { ...bareList, path: `/aggregated${bareList.path}` },
        },
        ...(lite && { lite: { server: lite, request: list } }),
      },
    },
    {
      name: 'one of 100 KB',
      status: 200,
      peers: {
        ours: { server: ours, request: single },
        bare: { server: bare, request: bareOne },
        'bare, json_agg': {
          server: bare,
          request: { ...bareOne, path: `/aggregated${bareOne.path}` },
        },
      },
    },
    {
      name: 'insert',
      status: 201,
      prepare: removeInserted,
      peers: {
        ours: { server: ours, request: insert },
        bare: { server: bare, request: bareInsert },
      },
    },
  ]

  for (const one of cases) {
    await expectSameAnswers(one)
    await measure(pool, one, {}, 3)
  }
  const figures: Figures = {}
  for (let round = 0; round < RUNS; round += 1) {
    await removeInserted()
    for (const one of cases) await measure(pool, one, figures, SECONDS)
  }
  print(
    `${CONNECTIONS} connections, ${RUNS} runs of ${SECONDS} s each, ${availableParallelism()} cores`,
  )
  report(figures)
  compare(figures, 'list of 50', 'bare', 0.5)
  predict(figures, 'list of 50', 'bare')
  compare(figures, 'list of 50', 'bare, json_agg')
  compare(figures, 'list of 50', 'lite', 9)
  const tail = median((figures['list of 50, ours'] ?? []).map(({ p50, p99 }) => p99 / p50))
  judge('list of 50: p99 to p50', tail, tail <= 4, 'at most 4')
  compare(figures, 'one of 100 KB', 'bare', 0.8)
  predict(figures, 'one of 100 KB', 'bare')
  compare(figures, 'one of 100 KB', 'bare, json_agg')
  compare(figures, 'insert', 'bare', 0.7)
  predict(figures, 'insert', 'bare')
}

await inBenchFolder(bench)
