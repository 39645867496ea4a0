import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { createAdmin, createPerson } from '../../support/people.ts'
import { as, rpc } from '../../support/rpc.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

const { pool } = fileDatabase()
const admin = forFile(() => createAdmin(pool))
const writer = forFile(() => createPerson(pool, 'writer'))

beforeAll(async () => {
  for (let n = 1; n <= 5; n += 1) await createPerson(pool, `user${n}`, { approved: n % 2 === 0 })
  await pool.query('insert into public.api_usage (user_id, monthly_generations) values ($1, 12)', [
    writer.id,
  ])
})

const list = async (args: Parameters<typeof rpc>[3] = {}) =>
  (await rpc(pool, admin, 'list_users', args)).map((row) => String(row['email']).split('@')[0])

describe('list_users', () => {
  test('returns scriptwriters only, newest first, with this month’s count and the total', async () => {
    const rows = await rpc(pool, admin, 'list_users')
    expect(rows.map((row) => row['email'])).toEqual([
      'user5@example.com',
      'user4@example.com',
      'user3@example.com',
      'user2@example.com',
      'user1@example.com',
      'writer@example.com',
    ])
    expect(rows.at(-1)).toMatchObject({ monthly_generations: 12, total_count: '6', approved: true })
    expect(rows[0]).toMatchObject({ monthly_generations: 0, approved: false })
  })

  test('supports paging, search and filters', async () => {
    expect(await list({ max_results: 2, skip: 2 })).toEqual(['user3', 'user2'])
    expect(await list({ search: 'USER' })).toHaveLength(5)
    expect(await list({ search: '%' })).toEqual([])
    expect(await list({ status: 'pending' })).toEqual(['user5', 'user3', 'user1'])
    expect(await list({ status: 'approved', search: 'user' })).toEqual(['user4', 'user2'])
    await expect(list({ status: 'nonsense' })).rejects.toMatchObject({ code: 'PT400' })
  })
})

describe('export_users', () => {
  const exported = async (args: Parameters<typeof rpc>[3] = {}) =>
    (await rpc(pool, admin, 'export_users', args)).map((row) => String(row['email']).split('@')[0])
  const exports = () =>
    as(
      pool,
      admin,
      "select actor_email, user_id, detail from public.audit_log where action = 'users_exported' order by at",
    )

  test('has everybody who matches, as list_users lists them, and is in the audit log', async () => {
    await pool.query(
      `insert into auth.users (email) select 'crowd' || n || '@example.net' from generate_series(1, 250) as n`,
    )
    expect(await exported({ search: 'EXAMPLE.NET' })).toHaveLength(250)
    await pool.query("delete from auth.users where email like '%@example.net'")
    for (const status of ['all', 'approved', 'pending']) {
      expect(await exported({ status })).toEqual(await list({ status }))
    }
    // Last month's count is not this month's.
    await pool.query(
      "insert into public.api_usage (user_id, month, monthly_generations) values ($1, '2020-01-01', 7)",
      [writer.id],
    )
    const [row] = await rpc(pool, admin, 'export_users', { search: 'writer' })
    expect(row).toMatchObject({ monthly_generations: 12, role: 'scriptwriter', approved: true })
    const about = { actor_email: admin.email, user_id: null }
    expect(await exports()).toEqual([
      { ...about, detail: '250, EXAMPLE.NET' },
      { ...about, detail: '6' },
      { ...about, detail: '3, approved' },
      { ...about, detail: '3, pending' },
      { ...about, detail: '1, writer' },
    ])
  })

  test('that is refused is not in the log', async () => {
    const before = await exports()
    await expect(exported({ status: 'nonsense' })).rejects.toMatchObject({ code: 'PT400' })
    await expect(rpc(pool, writer, 'export_users')).rejects.toMatchObject({ code: '42501' })
    expect(await exports()).toEqual(before)
  })
})

const logOf = (id: string) =>
  as(
    pool,
    admin,
    'select action, actor_id, actor_email, user_email from public.audit_log where user_id = $1 and actor_id is not null order by at',
    [id],
  )

describe.each([
  ['approve_user', { approved: true }, 'approved', { approved: false }],
  ['restrict_user', { approved: false }, 'restricted', { approved: true }],
  [
    'grant_learning_loop',
    { learning_loop_access: true },
    'learning_loop_granted',
    { learningLoop: false },
  ],
  [
    'revoke_learning_loop',
    { learning_loop_access: false },
    'learning_loop_revoked',
    { learningLoop: true },
  ],
] as const)('%s', (name, becomes, action, before) => {
  test('changes the profile and adds one row to the audit log', async () => {
    const person = await createPerson(pool, `${name}-target`, before)
    expect(await rpc(pool, admin, name, { user_id: person.id })).toMatchObject([becomes])
    await rpc(pool, admin, name, { user_id: person.id }) // nothing changes, nothing is logged
    expect(await logOf(person.id)).toEqual([
      { action, actor_id: admin.id, actor_email: admin.email, user_email: person.email },
    ])
  })

  test('finds neither admins nor unknown users', async () => {
    for (const user_id of [admin.id, randomUUID()]) {
      await expect(rpc(pool, admin, name, { user_id })).rejects.toMatchObject({
        code: 'PT404',
        message: 'user_not_found',
      })
    }
  })
})

test('a direct table update is logged too', async () => {
  const person = await createPerson(pool, 'direct', { approved: false })
  await as(pool, admin, 'update public.profiles set approved = true where id = $1', [person.id])
  const log = await as(
    pool,
    admin,
    'select action, actor_email from public.audit_log where user_id = $1',
    [person.id],
  )
  expect(log).toEqual([{ action: 'approved', actor_email: admin.email }])
  expect(await as(pool, writer, 'select action from public.audit_log')).toEqual([])
})
