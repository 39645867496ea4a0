import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { describe, expect, test } from 'vitest'
import { createAdmin, createPerson } from '../../support/people.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'

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

describe('a profile for every account', () => {
  test('is a pending scriptwriter, whatever the sign-up data says', async () => {
    const pool = await freshPool()
    await signUp(pool, 'first@example.com')
    const claimed = { role: 'admin', approved: true, learning_loop_access: true, is_admin: true }
    expect(await standing(pool, await signUp(pool, 'second@example.com', claimed))).toEqual({
      role: 'scriptwriter',
      approved: false,
      learning_loop_access: false,
      email: 'second@example.com',
    })
  })

  test('is deleted with its account and follows its email address', async () => {
    const pool = await freshPool()
    await signUp(pool, 'first@example.com')
    const id = await signUp(pool, 'old@example.com')
    await pool.query("update auth.users set email = 'new@example.com' where id = $1", [id])
    expect(await standing(pool, id)).toMatchObject({ email: 'new@example.com' })
    await pool.query('delete from auth.users where id = $1', [id])
    expect(await standing(pool, id)).toBeUndefined()
  })

  test('exists for an account without an email address too', async () => {
    const pool = await freshPool()
    await signUp(pool, 'first@example.com')
    expect(await standing(pool, await signUp(pool, null))).toMatchObject({
      role: 'scriptwriter',
      email: null,
    })
  })
})

describe('the first administrator', () => {
  test('is the first account, and no other', async () => {
    const pool = await freshPool()
    const first = await signUp(pool, 'first@example.com')
    expect(await standing(pool, first)).toMatchObject({ role: 'admin', approved: true })
    await signUp(pool, 'second@example.com')
    expect(await admins(pool)).toBe(1)
  })

  test('is only one, even if twenty people sign up at once', async () => {
    const pool = await freshPool()
    await Promise.all(Array.from({ length: 20 }, (_, n) => signUp(pool, `person${n}@example.com`)))
    expect(await admins(pool)).toBe(1)
  })

  test('is not the first account if an address is configured, and not by signing up with it', async () => {
    const pool = await freshPool()
    await pool.query("select private.set_admin_email(' Boss@Example.com ')")
    await signUp(pool, 'first@example.com')
    await signUp(pool, 'boss@example.com')
    expect(await admins(pool)).toBe(0)
  })

  test('is the account with the configured address once that is confirmed', async () => {
    const pool = await freshPool()
    await pool.query("select private.set_admin_email(' Boss@Example.com ')")
    const first = await signUp(pool, 'first@example.com')
    const boss = await signUp(pool, 'boss@example.com')
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
  test.each([
    ['restricted', 'update public.profiles set approved = false where id = $1'],
    ['demoted', "update public.profiles set role = 'scriptwriter' where id = $1"],
    ['deleted', 'delete from public.profiles where id = $1'],
    ['deleted with the account', 'delete from auth.users where id = $1'],
    ['given another id', 'update public.profiles set id = gen_random_uuid() where id = $1'],
  ])('by being %s, even by the database owner', async (_, statement) => {
    const pool = await freshPool()
    const admin = await createAdmin(pool)
    await createPerson(pool, 'waiting-admin', { role: 'admin', approved: false })
    await expect(pool.query(statement, [admin.id])).rejects.toMatchObject({
      code: 'PT409',
      message: 'last_admin',
    })
    expect(await admins(pool)).toBe(1)
  })

  test('by truncating the table', async () => {
    const pool = await freshPool()
    await createAdmin(pool)
    await expect(pool.query('truncate public.profiles cascade')).rejects.toMatchObject({
      code: 'PT409',
    })
  })

  test('but the last but one can be restricted', async () => {
    const pool = await freshPool()
    const first = await createAdmin(pool, 'one')
    await createAdmin(pool, 'two')
    await pool.query('update public.profiles set approved = false where id = $1', [first.id])
    expect(await admins(pool)).toBe(1)
  })

  test('by two concurrent restricts: the second waits and is refused', async () => {
    const pool = await freshPool()
    const [one, two] = [await createAdmin(pool, 'one'), await createAdmin(pool, 'two')]
    const restrict = 'update public.profiles set approved = false where id = $1'
    const [first, second] = [await pool.connect(), await pool.connect()]
    await first.query('begin')
    await first.query(restrict, [one.id])
    const late = second.query(restrict, [two.id]).catch((error: unknown) => error)
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await first.query('commit')
    expect(await late).toMatchObject({ message: 'last_admin' })
    first.release()
    second.release()
    expect(await admins(pool)).toBe(1)
  })

  test('50 parallel restricts of two admins leave one', async () => {
    const pool = await freshPool()
    const pair = [await createAdmin(pool, 'one'), await createAdmin(pool, 'two')]
    await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        pool.query('update public.profiles set approved = false where id = $1', [pair[n % 2]?.id]),
      ),
    )
    expect(await admins(pool)).toBe(1)
  })
})
