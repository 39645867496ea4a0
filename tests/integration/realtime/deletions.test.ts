import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { as, rpc } from '../../support/rpc.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { clientOf, type SignedIn, signedIn, startLiveServer } from '../../support/signed-in.ts'
import { follow, SOON } from './live-people.ts'

const TABLES = ['profiles', 'scripts', 'chat_conversations', 'chat_messages'] as const
type Row = { table: (typeof TABLES)[number]; id: string }

const database = fileDatabase()
const server = forFile(() => startLiveServer(database.url))
const admin = forFile(() => signedIn(database.pool, 'admin', { role: 'admin' }))
const anna = forFile(() => signedIn(database.pool, 'anna'))
const bert = forFile(() => signedIn(database.pool, 'bert'))
const readers = [anna, bert, admin]

async function rowsOf(person: SignedIn): Promise<Row[]> {
  const [script] = await rpc(database.pool, person, 'save_script', { title: 'A', content: '""' })
  const [talk] = await rpc(database.pool, person, 'start_conversation', { prompt: 'Hello' })
  return [
    { table: 'scripts', id: String(script?.['id']) },
    { table: 'chat_messages', id: String(talk?.['message_id']) },
    { table: 'chat_conversations', id: String(talk?.['conversation_id']) },
  ]
}

const readableBy = (person: SignedIn, rows: readonly Row[]) =>
  Promise.all(
    rows.map(async (row) => {
      const found = await as(
        database.pool,
        person,
        `select from public.${row.table} where id = $1`,
        [row.id],
      )
      return found.length > 0 ? [row.id] : []
    }),
  ).then((ids) => ids.flat())

/** Follows all deletions with the official client. */
const followDeletions = (person: SignedIn) =>
  follow(clientOf(server, person), ...TABLES.map((table) => ({ event: 'DELETE', table }) as const))

test('a deletion is sent to exactly those who could read the row', async () => {
  const leaving = await signedIn(database.pool, 'leaving')
  const leavingAdmin = await signedIn(database.pool, 'leaving-admin', { role: 'admin' })
  const rows: Row[] = [
    ...(await rowsOf(anna)),
    { table: 'profiles', id: leaving.id },
    { table: 'profiles', id: leavingAdmin.id },
  ]
  const expected = await Promise.all(readers.map((reader) => readableBy(reader, rows)))
  // Anna may read her own rows, Bert none, an administrator the profile of a writer.
  expect(expected.map(({ length }) => length)).toEqual([3, 0, 1])
  const followers = await Promise.all(readers.map(followDeletions))

  for (const { table, id } of rows) {
    const deleted = table === 'profiles' ? 'auth.users' : `public.${table}`
    await database.pool.query(`delete from ${deleted} where id = $1`, [id])
  }
  // Everybody's last event is about a row of their own: nothing else was on its way.
  const own = await Promise.all(readers.map(rowsOf))
  for (const [n] of readers.entries()) {
    await database.pool.query('delete from public.scripts where id = $1', [own[n]?.[0]?.id])
  }
  for (const [n, { changes }] of followers.entries()) {
    const last = own[n]?.[0]?.id
    await expect.poll(() => changes.at(-1)?.old['id'], SOON).toBe(last)
    expect(changes.map(({ old }) => old)).toEqual(
      [...(expected[n] ?? []), last].map((id) => ({ id })),
    )
  }
})

test('that a shared prompt is gone is sent to all, of others only to their owner', async () => {
  const prompt = async (name: string, shared: boolean) => {
    const [row] = await as(
      database.pool,
      admin,
      'insert into public.prompts (name, text, shared) values ($1, $1, $2) returning id',
      [name, shared],
    )
    return String(row?.['id'])
  }
  const [shared, own, last] = [
    await prompt('Shared', true),
    await prompt('Own', false),
    await prompt('Last', true),
  ]
  const followers = await Promise.all(
    readers.map((one) => follow(clientOf(server, one), { event: 'DELETE', table: 'prompts' })),
  )
  for (const id of [shared, own, last])
    await database.pool.query('delete from public.prompts where id = $1', [id])
  const seen = [
    [shared, last],
    [shared, last],
    [shared, own, last],
  ]
  for (const [n, { changes }] of followers.entries()) {
    const ids = () => changes.map(({ old }) => old['id'])
    await expect.poll(ids, SOON).toEqual(seen[n])
  }
})
