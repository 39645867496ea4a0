import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { Listener } from '../../../server/database/listener.ts'
import { forFile } from '../../support/for-file.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { createAdmin, createPerson } from '../../support/people.ts'
import { as, rpc } from '../../support/rpc.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

const heard: Record<string, unknown>[] = []

const database = fileDatabase()
const admin = forFile(() => createAdmin(database.pool))
const anna = forFile(() => createPerson(database.pool, 'anna'))

beforeAll(async () => {
  const listener = await Listener.open(
    { connectionString: database.url },
    pino({ level: 'silent' }),
  )
  cleanUp(() => listener.close())
  await listener.listen('script_writer_changes', (payload) =>
    heard.push(JSON.parse(payload) as Record<string, unknown>),
  )
})

const hears = async (table: string, type: string, id: unknown, more = {}) => {
  await expect.poll(() => heard).toContainEqual({ table, type, id, ...more })
}

test('a profile change is announced with its id only, a deletion also with its owner', async () => {
  await rpc(database.pool, admin, 'grant_learning_loop', { user_id: anna.id })
  await hears('profiles', 'UPDATE', anna.id)
  const fresh = await createPerson(database.pool, 'fresh')
  await hears('profiles', 'INSERT', fresh.id)
  await database.pool.query('delete from auth.users where id = $1', [fresh.id])
  await hears('profiles', 'DELETE', fresh.id, { owner: fresh.id, forAdmins: true })
  expect(JSON.stringify(heard)).not.toContain('@')
})

test('a generation is announced when requested, not for each piece of text', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    "insert into public.generation_jobs (user_id, prompt) values ($1, 'secret words') returning id",
    [anna.id],
  )
  const id = rows[0]?.id
  await hears('generation_jobs', 'INSERT', id)
  await database.pool.query("update public.generation_jobs set partial_text = 'A' where id = $1", [
    id,
  ])
  const [script] = await rpc(database.pool, anna, 'save_script', { title: 'Later', content: '""' })
  await hears('scripts', 'INSERT', script?.['id'])
  expect(heard.filter(({ table }) => table === 'generation_jobs')).toHaveLength(1)
})

test('a rolled-back change is not announced', async () => {
  await expect(
    as(database.pool, anna, "insert into public.scripts (title) values ('Undone'), (' ')"),
  ).rejects.toMatchObject({ code: '23514' })
  const before = heard.length
  const [script] = await rpc(database.pool, anna, 'save_script', { title: 'Done', content: '""' })
  await hears('scripts', 'INSERT', script?.['id'])
  expect(heard.slice(before).filter(({ table }) => table === 'scripts')).toHaveLength(1)
})
