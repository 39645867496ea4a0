import { expect, test } from 'vitest'
import { asCaller } from '../../server/database/request-transaction.ts'
import { fileDatabase } from '../support/database/test-database.ts'

const database = fileDatabase()

const identify = { text: 'select auth.uid() as uid, auth.role() as role, auth.jwt() as jwt' }

test('outside of a request there is no user', async () => {
  const { rows } = await database.pool.query(identify.text)
  expect(rows).toEqual([{ uid: null, role: null, jwt: null }])
})

test('each of the three roles can call the auth functions', async () => {
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    const [answer] = await asCaller(database.pool, { role, claims: {} }, identify)
    expect(answer?.rows).toEqual([{ uid: null, role, jwt: { role } }])
  }
})

test('no function of ours is open to everybody', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc as p
     join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as granted on true
     where p.pronamespace in ('auth'::regnamespace, 'private'::regnamespace, 'public'::regnamespace, 'rest'::regnamespace)
       and granted.grantee = 0 and granted.privilege_type = 'EXECUTE'`,
  )
  expect(rows).toEqual([])
})

test('a new table or function is closed to every role until a migration opens it', async () => {
  await database.pool.query(`
    create table public.fresh (n int);
    create function public.peek() returns int language sql as 'select 1';`)
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    for (const text of ['select from public.fresh', 'select public.peek()']) {
      await expect(asCaller(database.pool, { role, claims: {} }, { text })).rejects.toMatchObject({
        code: '42501',
      })
    }
  }
})

test('no role can create objects in the exposed schema', async () => {
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    await expect(
      asCaller(database.pool, { role, claims: {} }, { text: 'create table public.mine (n int)' }),
    ).rejects.toMatchObject({ code: '42501' })
  }
})
