import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { databaseIn } from '../../support/database/data-dir-database.ts'
import type { Attack } from '../attack.ts'
import type { AbuseFixture, Person } from '../fixture.ts'
import { memoryOf } from '../measure.ts'
import { BEHIND_A_PROXY, whileSigningIn } from '../sign-in.ts'
import { fillAccount, type Filled } from '../ways-in/fill-account.ts'
import { type Sent, waysIn } from '../ways-in/ways-in.ts'

const AT_ONCE = 20
/** Those alone whose name this expression finds: npm run test:abuse -- every-way-in '^save_script|^POST' */
const ONLY = process.argv[3] ?? ''
/** How long what was started may go on after the last answer. */
const ENDED_WITHIN = 30_000
const SIGN_IN_EVERY = 15_000

type Answered = { way: string; status: number | 'broken off'; took: number }

async function send(fixture: AbuseFixture, as: Person, way: string, sent: Sent): Promise<Answered> {
  const begun = performance.now()
  const { address, method, body } = sent
  const status = await fixture
    .request(address, {
      method,
      as,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(90_000),
    })
    .then(async (response) => {
      await response.arrayBuffer()
      return response.status
    })
    // A download is ended in the middle when one's own requests leave it no turn.
    .catch(() => 'broken off' as const)
  return { way, status, took: performance.now() - begun }
}

/** What still runs: statements of others than this connection, and jobs. */
async function running(database: Client, { id }: Person): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select (select count(*) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
           and backend_type = 'client backend' and now() - query_start > interval '5 s')::integer
       + (select count(*) from public.generation_jobs where user_id = $1 and finished_at is null)::integer as count`,
    [id],
  )
  return rows[0]?.count ?? 0
}

async function awaitEnd(database: Client, person: Person): Promise<void> {
  const until = performance.now() + ENDED_WITHIN
  for (;;) {
    const count = await running(database, person)
    if (count === 0) return
    if (performance.now() > until)
      throw new Error(`${count} statements and jobs still run ${ENDED_WITHIN / 1000} s later`)
    await pause(500)
  }
}

const tally = (answers: readonly Answered[]) =>
  [...Map.groupBy(answers, ({ status }) => status)]
    .map(([status, all]) => `${status} × ${all.length}`)
    .join(', ')

const slowest = (answers: readonly Answered[]) =>
  answers
    .toSorted((a, b) => b.took - a.took)
    .filter(({ way }, at, all) => all.findIndex((one) => one.way === way) === at)
    .slice(0, 5)
    .map(({ way, status, took }) => `${way} ${(took / 1000).toFixed(1)} s (${status})`)
    .join(', ')

/** Each way by itself, with what it is sent in equal shares. */
async function attackAll(fixture: AbuseFixture, database: Client, filled: Filled) {
  const answers: Answered[] = []
  for (const { way, sent } of await waysIn(database, filled, ONLY)) {
    const inputs = await sent()
    const begun = performance.now()
    const answered = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        send(fixture, filled.person, way, inputs[n % inputs.length] as Sent),
      ),
    )
    answers.push(...answered)
    const took = ((performance.now() - begun) / 1000).toFixed(1)
    const megabytes = await memoryOf(fixture.pid)
    const clock = new Date().toISOString().slice(11, 19)
    process.stdout.write(`${clock} ${way}: ${tally(answered)}, ${took} s, ${megabytes} MB\n`)
  }
  await awaitEnd(database, filled.person)
  return answers
}

/** Functions, routes and tables are found, not listed: one that is new has to be taught to ways-in/ first. */
export const attack: Attack = {
  name: 'the largest and the most repetitive input to every function, route and table',
  times: `${AT_ONCE} at once, on an account filled to its limits`,
  env: BEHIND_A_PROXY,
  seconds: 1_500,
  megabytes: 400,
  async prepare(fixture) {
    const person = await fixture.signUp('every-way')
    return fillAccount(fixture, person)
  },
  async run(fixture, prepared) {
    const filled = prepared as Filled
    const other = await fixture.signUp('signs-in')
    const database = new Client({ connectionString: await databaseIn(fixture.dataDir) })
    await database.connect()
    try {
      const attacked = () => attackAll(fixture, database, filled)
      const signIns = { every: SIGN_IN_EVERY }
      const { answer, slowest: signIn } = await whileSigningIn(
        fixture,
        other.email,
        attacked,
        signIns,
      )
      const broken = answer.filter(({ status }) => status === 500)
      if (broken.length > 0)
        throw new Error(`500: ${[...new Set(broken.map(({ way }) => way))].join(', ')}`)
      return `${tally(answer)}; ${signIn}; slowest: ${slowest(answer)}`
    } finally {
      await database.end()
    }
  },
}
