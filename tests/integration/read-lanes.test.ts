import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createPool } from '../../server/database/pool.ts'
import { ReadLanes } from '../../server/database/read-lanes.ts'
import type { Identity } from '../../server/database/request-transaction.ts'
import { pino } from 'pino'
import { cleanUp } from '../support/clean-up.ts'
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts'

const anna = '00000000-0000-7000-8000-00000000000a'
const bert = '00000000-0000-7000-8000-00000000000b'
const person = (sub: string): Identity => ({ role: 'authenticated', claims: { sub } })
const log = pino({ level: 'silent' })

let database: TestDatabase
let lanes: ReadLanes

const connections = async () => {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'script-writer reader'`,
  )
  return rows.map(({ pid }) => pid)
}

const readOne = async (identity: Identity, text: string, name = text) => {
  const [outcome] = await lanes.read(identity, [{ text, name: name.slice(0, 60) }])
  return outcome?.rows[0]
}

const WHO = 'select auth.uid() as uid, current_user as role, pg_backend_pid() as pid'

/** Waits until a lane answers: it connects on first use, and until then the pool answers. */
async function untilLanesAnswer(): Promise<void> {
  while (!(await connections()).includes((await readOne(person(anna), WHO))?.['pid'] as number)) {
    await pause(5)
  }
}

beforeAll(async () => {
  database = await createTestDatabase()
})

beforeEach(async () => {
  const pool = createPool({ connectionString: database.url }, 8, log)
  lanes = new ReadLanes({ connectionString: database.url }, pool, log)
  cleanUp(async () => {
    await lanes.close()
    await pool.end()
  })
  await untilLanesAnswer()
})

test('reads of different users on one connection are isolated', async () => {
  const people = Array.from({ length: 200 }, (_, index) => (index % 2 ? anna : bert))
  const answers = await Promise.all(people.map((id) => readOne(person(id), WHO)))
  expect(answers.map((answer) => answer?.['uid'])).toEqual(people)
  expect(new Set(answers.map((answer) => answer?.['role']))).toEqual(new Set(['authenticated']))
  const laned = await connections()
  const shared = answers.filter((answer) => laned.includes(answer?.['pid'] as number))
  expect(shared.length).toBeGreaterThan(laned.length)
})

test('a failing read affects no other and leaves nothing behind', async () => {
  const reads = Array.from({ length: 24 }, (_, index) =>
    index % 3 ? readOne(person(anna), WHO) : readOne(person(bert), `select 1 / 0 as n${index}`),
  )
  const outcomes = await Promise.allSettled(reads)
  const failed = outcomes.filter(({ status }) => status === 'rejected')
  expect(failed).toHaveLength(8)
  for (const { reason } of failed as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ code: '22012' })
  }
  expect(await readOne(person(anna), WHO)).toMatchObject({ uid: anna })
})

test('a statement left unprepared by an earlier failure is repeated', async () => {
  const missing = { ...person(bert), sessionId: '00000000-0000-7000-8000-0000000000ff' }
  const text = `${WHO}, 'freshly prepared' as note`
  const [refused, read] = await Promise.allSettled([
    readOne(missing, text, 'fresh'),
    readOne(person(anna), text, 'fresh'),
  ])
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'PT401' } })
  expect(read).toMatchObject({ status: 'fulfilled', value: { uid: anna } })
})

test('nothing is queued behind a slow read', async () => {
  const holder = await database.pool.connect()
  await holder.query('select pg_advisory_lock(1)')
  const begun = performance.now()
  const slow = readOne(person(bert), "select pg_advisory_xact_lock_shared(1)::text, 'slow' as what")
  const waiting = "select from pg_locks where locktype = 'advisory' and not granted"
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
  // A read counts as slow after 10 ms.
  await expect.poll(() => performance.now() - begun).toBeGreaterThan(20)
  expect(await readOne(person(anna), WHO)).toMatchObject({ uid: anna })
  await holder.query('select pg_advisory_unlock(1)')
  holder.release()
  expect(await slow).toMatchObject({ what: 'slow' })
})

test('whoever held up a lane reads through the pool for a while', async () => {
  await readOne(person(bert), "select pg_sleep(1.1)::text, 'held up' as what")
  const laned = await connections()
  expect(laned).not.toContain((await readOne(person(bert), WHO))?.['pid'])
  expect(laned).toContain((await readOne(person(anna), WHO))?.['pid'])
})

test('reads in flight when the connection is lost are repeated, and later ones work', async () => {
  const reads = Array.from({ length: 6 }, () =>
    readOne(person(anna), 'select pg_sleep(0.05)::text, auth.uid() as uid'),
  )
  await database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [
    await connections(),
  ])
  const answers = await Promise.all(reads)
  expect(answers.map((answer) => answer?.['uid'])).toEqual(Array(6).fill(anna))
  await untilLanesAnswer()
})

test('reads run in a read-only transaction', async () => {
  const change = `insert into auth.rate_limits values ('x', 1, now()) returning key`
  await expect(
    lanes.read({ role: 'service_role', claims: {} }, [{ text: change }]),
  ).rejects.toMatchObject({ code: expect.stringMatching(/^(25006|42501)$/) as string })
})
