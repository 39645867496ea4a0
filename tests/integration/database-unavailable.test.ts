import { randomUUID } from 'node:crypto'
import { AuthRetryableFetchError } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { newClient } from '../support/client.ts'
import { createRelay, type Relay } from '../support/database/relay.ts'
import { fileDatabase } from '../support/database/test-database.ts'
import { startTestServer } from '../support/test-server.ts'
import { setStanding } from '../support/people.ts'

let relay: Relay

const database = fileDatabase()

beforeAll(async () => {
  relay = await createRelay(database.url)
})

const server = forFile(() => startTestServer({ DATABASE_URL: relay.url }))

const status = async (path: string) => (await fetch(server.url + path)).status

test('while the database is away the process runs, is not ready, and recovers by itself', async () => {
  expect(await status('/ready')).toBe(200)
  relay.takeAway()
  await expect.poll(() => status('/ready')).toBe(503)
  expect(await status('/health')).toBe(200)
  expect(await (await fetch(`${server.url}/ready`)).json()).toEqual({
    code: 'unavailable',
    message: 'The server is unavailable. Please try again.',
  })
  relay.giveBack()
  await expect.poll(() => status('/ready')).toBe(200)
  expect(JSON.stringify(server.log)).not.toContain(new URL(relay.url).password)
})

test('the auth client is told to retry with a status it understands', async () => {
  const client = await newClient(server.url)
  relay.takeAway()
  const { error } = await client.auth.signInWithPassword({
    email: 'anna@example.com',
    password: 'a good long password',
  })
  expect(error).toBeInstanceOf(AuthRetryableFetchError)
  expect(error).toMatchObject({ status: 503 })
  relay.giveBack()
})

/** Creates a writer with a script; the returned function saves it and resolves to the response status. */
async function writer(): Promise<() => Promise<number>> {
  const client = await newClient(server.url)
  const email = `writer-${randomUUID()}@example.com`
  const { data } = await client.auth.signUp({ email, password: 'a good long password' })
  const id = data.user?.id ?? ''
  await setStanding(database.pool, { id }, { approved: true })
  const inserted = await client.from('scripts').insert({ title: 'One', content: '' }).select('id')
  const script: string = inserted.data?.[0]?.id ?? ''
  return async () => (await client.from('scripts').update({ title: 'Two' }).eq('id', script)).status
}

test('connections that silently stop answering are found by asking the database, and replaced', async () => {
  const save = await writer()
  expect(await Promise.all([save(), save(), save()])).toEqual([204, 204, 204])
  relay.freeze()
  // It is unknown whether the text was saved, so the writer gets an error.
  expect(await save()).toBe(503)
  // The idle connections were replaced too.
  expect(await Promise.all([save(), save(), save()])).toEqual([204, 204, 204])
  expect(await status('/ready')).toBe(200)
  const messages = server.log.map(({ msg }) => msg)
  expect(messages).toContain('closing dead database connections')
  // The database itself could be asked; waiting for the longest allowed silence would take longer.
  expect(messages).not.toContain('the database does not answer')
})

test('a slow statement is not mistaken for a silent connection', async () => {
  const save = await writer()
  const client = await database.pool.connect()
  await client.query('begin; lock table public.scripts')
  const saving = save()
  // Longer than the silence after which a connection is suspected.
  await client.query('select pg_sleep(3.5)')
  await client.query('commit')
  client.release()
  expect(await saving).toBe(204)
})

test('the server stops although no connection answers', async () => {
  const other = await startTestServer({ DATABASE_URL: relay.url })
  expect((await fetch(`${other.url}/ready`)).status).toBe(200)
  relay.freeze()
  await other.stop()
})
