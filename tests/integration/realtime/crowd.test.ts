import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { createAdmin } from '../../support/people.ts'
import { rounds } from '../../support/rounds.ts'
import { rpc } from '../../support/rpc.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { clientOf, startLiveServer, tokenFor } from '../../support/signed-in.ts'
import { type Change, follow, SOON } from './live-people.ts'
import type { TestServer } from '../../support/test-server.ts'

const SOCKETS = rounds('live-sockets')
const ADMINS = SOCKETS / 10
const WRITERS = SOCKETS - ADMINS

/** How many join at once: on a busy machine, all of them together would exceed the client's own timeout. */
const GROUP = 20

/** Creates many signed-in people. */
async function createCrowd(pool: Pool, role: string, count: number) {
  const { rows } = await pool.query<{ id: string; sessionId: string }>(
    `with people as (
       insert into auth.users (id, email)
       select gen_random_uuid(), $1 || n || '@example.com' from generate_series(1, $2::int) n
       returning id
     )
     insert into auth.sessions (user_id) select id from people returning user_id as id, id as "sessionId"`,
    [role, count],
  )
  await pool.query('update public.profiles set role = $1, approved = true where id = any ($2)', [
    role,
    rows.map(({ id }) => id),
  ])
  return Promise.all(rows.map(async (row) => Object.assign(row, { token: await tokenFor(row) })))
}

test('with many sockets on two servers a profile change reaches every admin and its owner, nobody else', async () => {
  const database = await createTestDatabase()
  const { pool } = database
  const boss = await createAdmin(pool)
  const servers = [await startLiveServer(database.url), await startLiveServer(database.url)]
  const admins = await createCrowd(pool, 'admin', ADMINS)
  const writers = await createCrowd(pool, 'scriptwriter', WRITERS)
  const connect = async (person: { id: string; token: string }, n: number) => {
    const client = clientOf(servers[n % 2] as TestServer, person)
    return { person, ...(await follow(client, { event: '*', table: 'profiles' })) }
  }
  const live: Awaited<ReturnType<typeof connect>>[] = []
  const waiting = [...admins, ...writers]
  while (waiting.length > 0) {
    const group = waiting.splice(0, GROUP)
    live.push(...(await Promise.all(group.map((person, n) => connect(person, n)))))
  }
  expect(live).toHaveLength(SOCKETS)
  const owner = writers[7]?.id ?? ''
  // Leaves out events about the accounts that were just created.
  const isGrant = (change: Change) => change.new['learning_loop_access'] === true
  const heard = () => live.filter(({ changes }) => changes.some(isGrant))
  await rpc(pool, boss, 'grant_learning_loop', { user_id: owner })
  await expect.poll(() => heard().length, SOON).toBe(ADMINS + 1)
  expect(new Set(heard().map(({ person }) => person.id))).toEqual(
    new Set([...admins.map(({ id }) => id), owner]),
  )

  // Everybody's next event is about their own profile: nothing else was pending.
  const everybody = [...admins, ...writers].map(({ id }) => id)
  await pool.query('update public.profiles set learning_loop_access = true where id = any ($1)', [
    everybody,
  ])
  const isOwn = (id: string) => (change: Change) => change.new['id'] === id
  await expect
    .poll(
      () => live.every(({ changes, person }) => changes.filter(isGrant).some(isOwn(person.id))),
      SOON,
    )
    .toBe(true)
  const strangers = live
    .slice(ADMINS)
    .filter(({ changes, person }) => !changes.every(isOwn(person.id)))
  expect(strangers).toEqual([])
})
