import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { holdLock } from '../../support/database/held-lock.ts'
import { createAdmin, createPerson, setStanding } from '../../support/people.ts'
import { createTestDatabase, fileDatabase } from '../../support/database/test-database.ts'

const freshPool = async () => (await createTestDatabase()).pool

async function signUp(pool: Pool, email: string | null, data: object = {}): Promise<string> {
  const id = randomUUID()
  await pool.query('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
    id,
    email,
    data,
  ])
  return id
}

async function standing(pool: Pool, id: string) {
  const { rows } = await pool.query<Record<string, unknown>>(
    'select role, approved, learning_loop_access, email from public.profiles where id = $1',
    [id],
  )
  return rows[0]
}

const admins = async (pool: Pool) =>
  (await pool.query("select from public.profiles where role = 'admin' and approved")).rowCount

test('the first account, and no other, is the admin; each has a profile that follows its address and goes with it', async () => {
  const pool = await freshPool()
  const first = await signUp(pool, 'first@example.com')
  expect(await standing(pool, first)).toMatchObject({ role: 'admin', approved: true })
  const claimed = { role: 'admin', approved: true, learning_loop_access: true, is_admin: true }
  const second = await signUp(pool, 'second@example.com', claimed)
  const pending = { role: 'scriptwriter', approved: false, learning_loop_access: false }
  expect(await standing(pool, second)).toEqual({ ...pending, email: 'second@example.com' })
  expect(await standing(pool, await signUp(pool, null))).toEqual({ ...pending, email: null })
  await pool.query("update auth.users set email = 'new@example.com' where id = $1", [second])
  expect(await standing(pool, second)).toMatchObject({ email: 'new@example.com' })
  await pool.query('delete from auth.users where id = $1', [second])
  expect(await standing(pool, second)).toBeUndefined()
})

describe('the first administrator', () => {
  test('is only one, even if twenty people sign up at once', async () => {
    const pool = await freshPool()
    await Promise.all(Array.from({ length: 20 }, (_, n) => signUp(pool, `person${n}@example.com`)))
    expect(await admins(pool)).toBe(1)
  })

  test('is the account with the configured address once that is confirmed, not by signing up', async () => {
    const pool = await freshPool()
    await pool.query("select private.set_admin_email(' Boss@Example.com ')")
    const first = await signUp(pool, 'first@example.com')
    const boss = await signUp(pool, 'boss@example.com')
    expect(await admins(pool)).toBe(0)
    await pool.query('update auth.users set email_confirmed_at = clock_timestamp()')
    expect(await standing(pool, first)).toMatchObject({ role: 'scriptwriter', approved: false })
    expect(await standing(pool, boss)).toMatchObject({ role: 'admin', approved: true })
  })

  test('can be joined by another admin that the operator makes', async () => {
    const pool = await freshPool()
    await signUp(pool, 'first@example.com')
    await signUp(pool, 'second@example.com')
    const make = async (email: string) =>
      (await pool.query<{ made: boolean }>('select private.make_admin($1) as made', [email]))
        .rows[0]?.made
    expect(await make('SECOND@example.com')).toBe(true)
    expect(await make('nobody@example.com')).toBe(false)
    expect(await admins(pool)).toBe(2)
  })
})

describe('the last approved admin cannot be lost', () => {
  const { pool: shared } = fileDatabase()
  const admin = forFile(() => createAdmin(shared))
  forFile(() => createPerson(shared, 'waiting-admin', { role: 'admin', approved: false }))

  test.each([
    ['restricted', 'update public.profiles set approved = false where id = $1'],
    ['demoted', "update public.profiles set role = 'scriptwriter' where id = $1"],
    ['deleted', 'delete from public.profiles where id = $1'],
    ['deleted with the account', 'delete from auth.users where id = $1'],
    ['given another id', 'update public.profiles set id = gen_random_uuid() where id = $1'],
    ['truncated', 'truncate public.profiles cascade', 'profiles_cannot_be_truncated'],
  ])('by being %s, even by the database owner', async (_, statement, message = 'last_admin') => {
    await expect(
      shared.query(statement, statement.includes('$1') ? [admin.id] : []),
    ).rejects.toMatchObject({ code: 'PT409', message })
    expect(await admins(shared)).toBe(1)
  })

  test('but the last but one can be restricted', async () => {
    const pool = await freshPool()
    const first = await createAdmin(pool, 'one')
    await createAdmin(pool, 'two')
    await setStanding(pool, first, { approved: false })
    expect(await admins(pool)).toBe(1)
  })

  test('by two concurrent restricts: the second waits and is refused', async () => {
    const pool = await freshPool()
    const [one, two] = [await createAdmin(pool, 'one'), await createAdmin(pool, 'two')]
    const restrict = 'update public.profiles set approved = false where id = $1'
    const { awaitedBy, release } = await holdLock(pool, restrict, [one.id])
    const late = pool.query(restrict, [two.id]).catch((error: unknown) => error)
    await awaitedBy(1)
    await release()
    expect(await late).toMatchObject({ message: 'last_admin' })
    expect(await admins(pool)).toBe(1)
  })
})
