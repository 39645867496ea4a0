import { pino } from 'pino'
import { expect, test } from 'vitest'
import { databaseUrl } from '../../../bench/support/database-url.ts'
import { startEmbeddedServer } from '../../../server/database/embedded/embedded-server.ts'
import { createPool } from '../../../server/database/pool.ts'
import { NOT_DURABLE } from '../../support/database/database-settings.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { copiesOfUsedDataDir, passwordIn } from '../../support/database/embedded-database.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { clientOf, signedIn, startLiveServer } from '../../support/signed-in.ts'
import { follow, SOON } from './live-people.ts'
import { setStanding } from '../../support/people.ts'

const usedDataDir = copiesOfUsedDataDir()
const log = pino({ level: 'silent' })
const granted = { learning_loop_access: true }
const everyProfile = { event: '*', table: 'profiles' } as const

test('after a database restart the client reconnects by itself and gets all events', async () => {
  const dataDir = await usedDataDir()
  const password = await passwordIn(dataDir)
  const startDatabase = () => startEmbeddedServer(dataDir, password, log, NOT_DURABLE)
  let database = await startDatabase()
  cleanUp(() => database.stop())
  const url = databaseUrl(database.connection)
  const pool = createPool(database.connection, 2, log)
  cleanUp(() => pool.end())
  const server = await startLiveServer(url)
  const admin = await signedIn(pool, 'admin', { role: 'admin' })
  const anna = await signedIn(pool, 'anna')
  const live = [
    await follow(clientOf(server, admin), everyProfile),
    await follow(clientOf(server, anna), everyProfile),
  ]
  await database.stop()
  database = await startDatabase()
  for (const { states } of live) {
    await expect.poll(() => states, SOON).toContain('CHANNEL_ERROR')
    await expect.poll(() => states.at(-1), SOON).toBe('SUBSCRIBED')
  }
  await setStanding(pool, anna, { learningLoop: true })
  for (const { changes } of live) {
    await expect.poll(() => changes.at(-1)?.new, SOON).toMatchObject(granted)
  }
})

test('a lost LISTEN connection disconnects everybody, on that server only', async () => {
  const database = await createTestDatabase()
  const server = await startLiveServer(database.url)
  const anna = await signedIn(database.pool, 'anna', { role: 'admin' })
  const cut = await follow(clientOf(server, anna), everyProfile)
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where application_name = 'script-writer listener' and datname = current_database()`,
  )
  const other = await startLiveServer(database.url)
  const untouched = await follow(clientOf(other, anna), everyProfile)
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await expect.poll(() => cut.states, SOON).toContain('CHANNEL_ERROR')
  await expect.poll(() => cut.states.at(-1), SOON).toBe('SUBSCRIBED')
  await database.pool.query('update public.profiles set learning_loop_access = true')
  for (const { changes } of [cut, untouched]) {
    await expect.poll(() => changes.at(-1)?.new, SOON).toMatchObject(granted)
  }
  expect(untouched.states).toEqual(['SUBSCRIBED'])
})

test('clients of a stopped server continue on another one', async () => {
  const database = await createTestDatabase()
  const anna = await signedIn(database.pool, 'anna', { role: 'admin' })
  const first = await startLiveServer(database.url)
  const { port } = new URL(first.url)
  const live = await follow(clientOf(first, anna), everyProfile)
  await first.stop()
  await startLiveServer(database.url, {}, { PORT: port })
  await expect.poll(() => live.states.at(-1), SOON).toBe('SUBSCRIBED')
  await expect.poll(() => live.states, SOON).toContain('CHANNEL_ERROR')
  await database.pool.query('update public.profiles set learning_loop_access = true')
  await expect.poll(() => live.changes.at(-1)?.new, SOON).toMatchObject(granted)
})
