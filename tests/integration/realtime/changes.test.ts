import { randomUUID } from 'node:crypto'
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { rpc } from '../../support/rpc.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { begin, draftOf, keep, typed } from '../versions/text-fixture.ts'
import { clientOf, type SignedIn, signedIn, startLiveServer } from '../../support/signed-in.ts'
import { follow, SOON } from './live-people.ts'
import { joinPayload, openSocket } from './raw-socket.ts'

const database = fileDatabase()
const server = forFile(() => startLiveServer(database.url))

const admin = forFile(() => signedIn(database.pool, 'admin', { role: 'admin' }))
const anna = forFile(() => signedIn(database.pool, 'anna'))
const bert = forFile(() => signedIn(database.pool, 'bert'))

const all = (table: string) => ({ event: '*', table }) as const

async function saveScript(person: SignedIn, title: string, content = '"words"'): Promise<string> {
  const [script] = await rpc(database.pool, person, 'save_script', { title, content })
  return String(script?.['id'])
}

const rename = (id: string, title: string) =>
  database.pool.query('update public.scripts set title = $2 where id = $1', [id, title])

test("a writer gets events of their own scripts, nobody else's", async () => {
  const mine = await follow(clientOf(server, anna), all('scripts'))
  const others = [
    await follow(clientOf(server, bert), all('scripts')),
    await follow(clientOf(server, admin), all('scripts')),
  ]
  const id = await saveScript(anna, 'First')
  await expect.poll(() => mine.changes.length, SOON).toBe(1)
  await rename(id, 'Second')
  await expect.poll(() => mine.changes.length, SOON).toBe(2)
  expect(mine.changes).toMatchObject([
    { eventType: 'INSERT', schema: 'public', table: 'scripts', old: {}, errors: null },
    { eventType: 'UPDATE', new: { id, title: 'Second', user_id: anna.id }, old: { id } },
  ])
  expect(mine.changes[0]?.new).toMatchObject({ id, title: 'First', content: 'words' })
  expect(mine.system).toMatchObject([{ status: 'ok', message: 'Subscribed to PostgreSQL' }])

  const theirs = await saveScript(bert, 'Of Bert')
  await expect.poll(() => others[0]?.changes.length, SOON).toBe(1)
  expect(others[0]?.changes[0]?.new).toMatchObject({ id: theirs })
  expect(others[1]?.changes).toEqual([])
  expect(mine.changes).toHaveLength(2)
})

test('nobody gets delete events of a table they may no longer read', async () => {
  const { changes } = await follow(clientOf(server, anna), all('scripts'), all('chat_messages'))
  const id = await saveScript(anna, 'Going')
  await expect.poll(() => changes.some(({ new: row }) => row['id'] === id), SOON).toBe(true)
  await database.pool.query('revoke select on public.scripts from authenticated')
  try {
    await database.pool.query('delete from public.scripts where id = $1', [id])
    const [talk] = await rpc(database.pool, anna, 'start_conversation', { prompt: 'Hello' })
    await expect.poll(() => changes.at(-1)?.new['id'], SOON).toBe(talk?.['message_id'])
    expect(changes.filter(({ eventType }) => eventType === 'DELETE')).toEqual([])
  } finally {
    await database.pool.query('grant select on public.scripts to authenticated')
  }
})

test.each(['INSERT', 'UPDATE', 'DELETE'] as const)(
  'a subscription to %s gets only that',
  async (event) => {
    const { ask, messages, until } = await openSocket(server)
    await ask('phx_join', joinPayload(anna.token, { event, table: 'scripts' }))
    await ask('phx_join', joinPayload(anna.token, all('scripts')), 'realtime:all')
    const sentTo = (topic: string) =>
      messages
        .filter((message) => message.topic === topic && message.event === 'postgres_changes')
        .map(({ payload }) => (payload['data'] as { type: string }).type)
    const told = (type: string) =>
      until(
        ({ topic, payload }) =>
          topic === 'realtime:all' && JSON.stringify(payload).includes(`"type":"${type}"`),
      )
    const id = await saveScript(anna, 'A life')
    await told('INSERT')
    await rename(id, 'A longer life')
    await told('UPDATE')
    await database.pool.query('delete from public.scripts where id = $1', [id])
    await told('DELETE')
    await expect.poll(() => sentTo('realtime:room'), SOON).toEqual([event])
  },
)

async function startTalk(): Promise<string> {
  const [talk] = await rpc(database.pool, anna, 'start_conversation', { prompt: 'Hello' })
  return String(talk?.['conversation_id'])
}

test('a delete event matches a filter on its id or its owner', async () => {
  const [one, two] = [await saveScript(anna, 'One'), await saveScript(anna, 'Two')]
  const client = clientOf(server, anna)
  const byId = await follow(client, { event: 'DELETE', table: 'scripts', filter: `id=eq.${one}` })
  const byOwner = await follow(client, {
    event: 'DELETE',
    table: 'scripts',
    filter: `user_id=eq.${anna.id}`,
  })
  const byOther = await follow(client, {
    event: 'DELETE',
    table: 'scripts',
    filter: `user_id=eq.${bert.id}`,
  })
  await database.pool.query('delete from public.scripts where id = any ($1)', [[one, two]])
  await expect.poll(() => byOwner.changes, SOON).toHaveLength(2)
  expect(byOther.changes).toEqual([])
  await expect.poll(() => byId.changes.map(({ old }) => old), SOON).toEqual([{ id: one }])
})

/** Of a conversation without messages. */
const insertion = (id: string, title: string) =>
  `insert into public.chat_conversations (id, user_id, title) values ('${id}', '${anna.id}', '${title}')`

test('after a change of the key, the old record has the former id', async () => {
  const [before, after] = [randomUUID(), randomUUID()]
  await database.pool.query(insertion(before, 'Keyed'))
  const updates = { event: 'UPDATE', table: 'chat_conversations' } as const
  const { changes } = await follow(clientOf(server, anna), updates)
  await database.pool.query('update public.chat_conversations set id = $2 where id = $1', [
    before,
    after,
  ])
  await expect
    .poll(() => changes, SOON)
    .toMatchObject([{ new: { id: after }, old: { id: before } }])
})

test('several changes of a row at once are one event with the row as it is now', async () => {
  const { changes } = await follow(clientOf(server, anna), all('scripts'))
  const id = await saveScript(anna, 'One')
  // What is announced before the subscription may still be on its way when it begins.
  await expect.poll(() => changes, SOON).toHaveLength(1)
  const renaming = (title: string) =>
    `update public.scripts set title = '${title}' where id = '${id}'`
  await database.pool.query(`${renaming('Two')}; ${renaming('Three')}`)
  const next = await saveScript(anna, 'Next')
  await expect.poll(() => changes.at(-1)?.new['id'], SOON).toBe(next)
  expect(changes).toMatchObject([
    { eventType: 'INSERT', new: { id, title: 'One' } },
    { eventType: 'UPDATE', new: { id, title: 'Three' } },
    { eventType: 'INSERT', new: { id: next } },
  ])
})

test('a row that was deleted and made again at once is not said to be deleted', async () => {
  const { changes } = await follow(clientOf(server, anna), all('chat_conversations'))
  const id = randomUUID()
  const deletion = `delete from public.chat_conversations where id = '${id}'`
  await database.pool.query(`${insertion(id, 'First')}; ${deletion}; ${insertion(id, 'Second')}`)
  const next = await startTalk()
  await expect.poll(() => changes.at(-1)?.new['id'], SOON).toBe(next)
  expect(changes.map(({ eventType, new: row }) => [eventType, row['title']])).toEqual([
    ['INSERT', 'Second'],
    ['INSERT', 'Hello'],
  ])
})

test('a filter matches rows by column value', async () => {
  const [one, two] = [await saveScript(anna, 'One'), await saveScript(anna, 'Two')]
  const client = clientOf(server, anna)
  const updates = { event: 'UPDATE', table: 'scripts' } as const
  const byId = await follow(client, { ...updates, filter: `id=eq.${one.toUpperCase()}` })
  const byTitle = await follow(client, { ...updates, filter: 'title=eq."Comma, two"' })
  const byOwner = await follow(client, { ...updates, filter: `user_id=eq.${anna.id}` })
  const byOther = await follow(client, { ...updates, filter: `user_id=eq.${bert.id}` })
  await rename(one, 'Comma, one')
  await rename(two, 'Comma, two')
  await rename(await saveScript(bert, 'Not hers'), 'Still not hers')
  await expect
    .poll(() => byOwner.changes.map(({ new: row }) => row['id']), SOON)
    .toEqual([one, two])
  await expect.poll(() => byTitle.changes.map(({ new: row }) => row['id']), SOON).toEqual([two])
  expect(byId.changes.map(({ new: row }) => row['id'])).toEqual([one])
  expect(byOther.changes).toEqual([])
})

test('a filter on a boolean column accepts any spelling', async () => {
  const client = clientOf(server, admin)
  const updates = { event: 'UPDATE', table: 'profiles' } as const
  const every = await follow(client, updates)
  const pending = await follow(client, { ...updates, filter: 'approved=eq.no' })
  for (const [n, change] of ['restrict_user', 'approve_user', 'restrict_user'].entries()) {
    await rpc(database.pool, admin, change, { user_id: bert.id })
    await expect.poll(() => every.changes, SOON).toHaveLength(n + 1)
  }
  await expect
    .poll(() => pending.changes.map(({ new: row }) => row['approved']), SOON)
    .toEqual([false, false])
})

test('a JSON column arrives unchanged, even a string that looks like JSON', async () => {
  const { changes } = await follow(clientOf(server, anna), all('scripts'))
  await saveScript(anna, 'Number', '"123"')
  await saveScript(anna, 'Object', '{"value": "true"}')
  await expect
    .poll(() => changes.map(({ new: row }) => row['content']), SOON)
    .toEqual(['123', { value: 'true' }])
})

test('a row that is too large comes without its long columns and with an error', async () => {
  const { changes } = await follow(clientOf(server, anna), all('scripts'))
  const id = await saveScript(anna, 'Long', JSON.stringify('x'.repeat(100_000)))
  await expect.poll(() => changes, SOON).toHaveLength(1)
  expect(changes[0]?.new).toMatchObject({ id, title: 'Long' })
  expect(changes[0]?.new).not.toHaveProperty('content')
  expect(changes[0]?.errors).toEqual(['Error 413: Payload Too Large'])
})

test('without a table name all announced tables are subscribed to', async () => {
  const { changes } = await follow(clientOf(server, anna), { event: 'INSERT' } as never)
  await saveScript(anna, 'Any')
  await startTalk()
  await expect
    .poll(() => changes.map(({ table }) => table).toSorted(), SOON)
    .toEqual(['chat_conversations', 'chat_messages', 'script_drafts', 'scripts'])
})

test('events carry the ids of the matching entries', async () => {
  const client = clientOf(server, anna)
  await client.realtime.setAuth()
  const inserted: unknown[] = []
  const updated: unknown[] = []
  await new Promise<void>((resolve) => {
    client
      .channel('both')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'scripts' }, (change) =>
        inserted.push(change),
      )
      .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'scripts' }, (change) =>
        updated.push(change),
      )
      .subscribe((state) => void (state === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED && resolve()))
  })
  const id = await saveScript(anna, 'New')
  await expect.poll(() => inserted, SOON).toHaveLength(1)
  await rename(id, 'Newer')
  await expect.poll(() => updated, SOON).toHaveLength(1)
  expect(inserted).toHaveLength(1)
})

test('no events arrive after leaving', async () => {
  const client = clientOf(server, anna)
  const left = await follow(client, all('scripts'))
  const stays = await follow(client, all('scripts'))
  expect(await client.removeChannel(left.channel)).toBe('ok')
  await saveScript(anna, 'Unheard')
  await expect.poll(() => stays.changes, SOON).toHaveLength(1)
  expect(left.changes).toEqual([])
})

test('a hundred simultaneous changes arrive once each and in order', async () => {
  const { changes } = await follow(clientOf(server, anna), { event: 'INSERT', table: 'scripts' })
  await database.pool.query(
    "insert into public.scripts (user_id, title) select $1, 'Number ' || n from generate_series(1, 100) n",
    [anna.id],
  )
  await expect.poll(() => changes, SOON).toHaveLength(100)
  expect(changes.map(({ new: row }) => row['title'])).toEqual(
    Array.from({ length: 100 }, (_, n) => `Number ${n + 1}`),
  )
})

test("a kept draft reaches the user's other tabs with its changes, and nobody else", async () => {
  const drafts = all('script_drafts')
  const [tab, other] = [clientOf(server, anna), await follow(clientOf(server, anna), drafts)]
  const clara = await signedIn(database.pool, 'clara')
  const theirs = await follow(clientOf(server, clara), drafts)
  const work_id = await begin(tab, 'one')
  await expect
    .poll(() => other.changes, SOON)
    .toContainEqual(
      expect.objectContaining({ new: expect.objectContaining({ work_id, revision: 1 }) }),
    )
  const changes = typed(3, 3, ' two')
  await keep(tab, work_id, 1, changes, 'one two')
  const text_hash = (await draftOf(tab, work_id))?.text_hash
  await expect
    .poll(() => other.changes.at(-1)?.new, SOON)
    .toMatchObject({ work_id, revision: 2, changes, text_hash })
  const own = await begin(clientOf(server, clara), 'of Clara')
  await expect.poll(() => theirs.changes.length, SOON).toBeGreaterThan(0)
  expect(new Set(theirs.changes.map((change) => change.new['work_id']))).toEqual(new Set([own]))
})
