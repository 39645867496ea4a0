// Fifty concurrent generations in one process, and other requests meanwhile: npm run bench:generation
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { startDatabase } from './support/bench-database.ts'
import { inBenchFolder } from './support/bench-folder.ts'
import { launchServer } from './support/bench-server.ts'
import type { Request } from './support/load.ts'
import { median } from './support/median.ts'
import { OtherRequests } from './support/other-requests.ts'
import { percentile } from './support/percentile.ts'
import { costOf, mainThreadOf } from './support/processor-time.ts'
import type { Server } from './support/launch.ts'
import { startProvider } from './support/provider.ts'
import { judge, loadNow, print } from './support/report.ts'
import { PIECE_EVERY, PIECE_LENGTH, promptFor, type Timing } from './support/scripted-provider.ts'
import { serverSentEvents } from './support/server-sent-events.ts'
import { signUp, type User } from './support/sign-up.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const GENERATIONS = 50
const PIECES = 1000
const QUIET_SECONDS = 8
const BEGIN_WITHIN = Number(process.env['BEGIN_WITHIN'] ?? 1000)

const clock = () => performance.timeOrigin + performance.now()

/** Users with scripts to list. */
async function createUsers(url: string, anonKey: string, pool: Pool): Promise<User[]> {
  const users: User[] = []
  for (let n = 0; n < GENERATIONS; n += 1) users.push(await signUp(url, anonKey, `person${n}`))
  await pool.query('update public.profiles set approved = true')
  await pool.query(`
    insert into public.scripts (user_id, title, content)
      select profiles.id, 'Script ' || n, to_jsonb('INT. ROOM ' || n || ' - DAY')
      from public.profiles cross join generate_series(1, 50) n`)
  await pool.query('vacuum (analyze)')
  return users
}

/** A user's script list, as the dashboard requests it. */
const listOf = ({ id, headers }: User): Request => ({
  method: 'GET',
  path: `/rest/v1/scripts?select=id,title&user_id=eq.${id}&order=updated_at.desc`,
  headers,
})

type Seen = { name: string; first: number; ended: number; longestGap: number; characters: number }

/** Starts a generation and follows its stream to the end, like a browser. */
async function generate(url: string, { headers }: User, name: string, pieces: number) {
  const response = await fetch(`${url}/functions/v1/generate-script`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ prompt: promptFor(name, pieces), idempotencyKey: name }),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  const { jobId } = (await response.json()) as { jobId: string }
  const seen: Seen = { name, first: 0, ended: 0, longestGap: 0, characters: 0 }
  let before = 0
  let last: object = {}
  const stream = await fetch(`${url}/functions/v1/stream-generation?jobId=${jobId}`, { headers })
  for await (const { event, data } of serverSentEvents(stream)) {
    const now = clock()
    if (event === 'delta') {
      seen.first ||= now
      if (before > 0) seen.longestGap = Math.max(seen.longestGap, now - before)
      before = now
      seen.characters += (data as { text: string }).text.length
    } else if (event === 'end') seen.ended = now
    last = { event, data }
  }
  if (seen.ended === 0 || seen.characters !== pieces * PIECE_LENGTH) {
    throw new Error(`${name}: ${seen.characters} characters, then ${JSON.stringify(last)}`)
  }
  return seen
}

type Setup = { server: Server; provider: Server; users: User[]; pool: Pool }

async function generateAll(
  { server, provider, users, pool }: Setup,
  round: string,
  pieces: number,
) {
  const all = users.map(async (person, n) => {
    await pause((n * BEGIN_WITHIN) / users.length)
    return generate(server.url, person, `${round}-${n}`, pieces)
  })
  const seen = await Promise.all(all)
  const timings = (await (await fetch(provider.url)).json()) as Record<string, Timing>
  const { rows } = await pool.query<{ key: string; accepted: number }>(
    `select idempotency_key as key, extract(epoch from created_at)::float8 * 1000 as accepted
     from public.generation_jobs`,
  )
  const accepted = new Map(rows.map(({ key, accepted: when }) => [key, when]))
  const of = (figure: (each: Seen, by: Timing) => number) =>
    seen.map((each) => figure(each, timings[each.name] as Timing))
  return {
    gaps: of((each, by) => each.longestGap - by.longestGap),
    starts: of((each, by) => by.arrived - (accepted.get(each.name) ?? Number.NaN)),
    firsts: of((each, by) => each.first - by.first),
    ends: of((each, by) => each.ended - by.last),
  }
}

async function measure(setup: Setup, round: number) {
  const { server, provider, users, pool } = setup
  const list = listOf(users[0] as User)
  const before = await OtherRequests.begin(server.url, list)
  await pause(QUIET_SECONDS * 1000)
  const quiet = await before.stop()
  const others = await OtherRequests.begin(server.url, list)
  const processes = {
    server: server.pid,
    'server main thread': mainThreadOf(server.pid),
    provider: provider.pid,
    readers: process.pid,
  }
  const { done, cost } = await costOf(pool, { ...processes, others: others.pid }, () =>
    generateAll(setup, `round${round}`, PIECES),
  )
  return { ...done, quiet, busy: await others.stop(), cost }
}

async function bench(folder: string): Promise<void> {
  const { connection, pool } = await startDatabase(folder)
  const { provider, env: model } = await startProvider()
  const env = { ...model, WORKER_CONCURRENCY: String(GENERATIONS) }
  const { server, anonKey } = await launchServer(folder, connection, env)
  const users = await createUsers(server.url, anonKey, pool)
  const setup = { server, provider, users, pool }
  await generateAll(setup, 'warming-up', 100)

  const rounds = []
  for (let round = 1; round <= ROUNDS; round += 1) rounds.push(await measure(setup, round))
  report(rounds)
}

/** CPU time of each part. */
function costs(rounds: Record<string, number>[]): string {
  const pieces = (GENERATIONS * PIECES) / 1000
  const names = Object.keys(rounds[0] ?? {})
  return names
    .map((name) => {
      const cost = median(rounds.map((round) => round[name] ?? Number.NaN)) / pieces
      return `${name} ${cost.toFixed(0)}`
    })
    .join(', ')
}

const within = (what: string, value: number, most: number) =>
  judge(what, value, value < most, `under ${most} ms`)

function report(rounds: Awaited<ReturnType<typeof measure>>[]): void {
  const characters = (1000 * PIECE_LENGTH) / PIECE_EVERY
  print(
    `${GENERATIONS} concurrent generations of ${(PIECES * PIECE_LENGTH) / 1000} KB each, ${characters} characters per second in chunks of ${PIECE_LENGTH}`,
  )
  print(`${availableParallelism()} cores, load ${loadNow()}; median of ${ROUNDS} rounds, ms`)
  const over = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure))
  const worst = Math.max(...rounds.flatMap(({ gaps }) => gaps))
  within("longest pause beyond the provider's own", worst, 1000)
  for (const [what, key, most] of [
    ['accepted, until the provider is called', 'starts', 50],
    ['first token, until it is read', 'firsts', 100],
    ['last token, until the end is read', 'ends', 250],
  ] as const) {
    within(
      `${what}: median`,
      over((round) => percentile(0.5, round[key])),
      most,
    )
    within(
      `${what}: p99`,
      over((round) => percentile(0.99, round[key])),
      most,
    )
  }
  for (const share of [0.5, 0.99]) {
    const quiet = over((round) => percentile(share, round.quiet))
    const busy = over((round) => percentile(share, round.busy))
    print(`other requests, p${share * 100}: idle ${quiet.toFixed(1)}, meanwhile ${busy.toFixed(1)}`)
  }
  print(`CPU time, ms per 1000 chunks: ${costs(rounds.map(({ cost }) => cost))}`)
  const ratio = over(({ quiet, busy }) => percentile(0.99, busy) / percentile(0.99, quiet))
  judge('other requests, p99 compared with idle', ratio, ratio < 3, 'under 3 times')
}

await inBenchFolder(bench)
