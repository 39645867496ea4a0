import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Listener } from '../../server/database/listener.ts'
import { fileDatabase } from '../support/database/test-database.ts'

let listener: Listener
const heard = new EventEmitter()

const database = fileDatabase()

beforeAll(async () => {
  listener = await Listener.open({ connectionString: database.url }, pino({ level: 'silent' }))
  await listener.listen('News, loud', (payload) => heard.emit('news', payload))
})

afterAll(() => listener.close())

const announce = (payload: string) =>
  database.pool.query('select pg_notify($1, $2)', ['News, loud', payload])

const cutListener = () =>
  database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'script-writer listener' and datname = current_database()",
  )

test('a NOTIFY reaches the handler', async () => {
  const news = once(heard, 'news')
  await announce('first')
  expect(await news).toEqual(['first'])
})

test('a NOTIFY reaches every handler of the channel', async () => {
  const second = new Promise<string>((resolve) => void listener.listen('News, loud', resolve))
  await announce('to both')
  expect(await second).toBe('to both')
})

test('it reconnects, listens again, and says so', async () => {
  const again = new Promise<void>((resolve) => listener.onReconnect(resolve))
  await cutListener()
  await again
  const news = once(heard, 'news')
  await announce('after the cut')
  expect(await news).toEqual(['after the cut'])
})

test('a channel added while disconnected works after reconnecting', async () => {
  await cutListener()
  const late = new Promise<string>((resolve, reject) => {
    listener
      .listen('late', resolve)
      .then(() => database.pool.query("notify late, 'made it'"))
      .catch(reject)
  })
  expect(await late).toBe('made it')
})

test('closing leaves no connection behind', async () => {
  const other = await Listener.open({ connectionString: database.url }, pino({ level: 'silent' }))
  await other.close()
  await listener.close()
  await expect
    .poll(async () => {
      const { rowCount } = await database.pool.query(
        "select from pg_stat_activity where application_name = 'script-writer listener' and datname = current_database()",
      )
      return rowCount
    })
    .toBe(0)
})
