import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { restFixture, type SignedIn } from '../../support/rest/fixture.ts'

// The profiles calls of section 7 of the specification.

const fixture = forFile(restFixture)

const byId = ({ client }: SignedIn, id: string) =>
  client.from('profiles').select('*').eq('id', id).single()

test('every signed-in user reads their own profile by id, even if unapproved', async () => {
  const { admin, anna, pending } = fixture
  for (const [person, role, approved] of [
    [admin, 'admin', true],
    [anna, 'scriptwriter', true],
    [pending, 'scriptwriter', false],
  ] as const) {
    const { data, error, status } = await byId(person, person.id)
    expect([error, status]).toEqual([null, 200])
    expect(data).toMatchObject({ id: person.id, email: person.email, role, approved })
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00$/)
  }
})

test("another writer's profile is hidden from writers and pending users", async () => {
  const { anna, bert, pending } = fixture
  for (const person of [anna, pending]) {
    const { data, error, status } = await byId(person, bert.id)
    expect(data).toBeNull()
    expect(status).toBe(406)
    expect(error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 0 rows',
    })
    const maybe = await person.client.from('profiles').select('*').eq('id', bert.id).maybeSingle()
    expect(maybe).toMatchObject({ data: null, error: null })
  }
})

test('nobody reads profiles without signing in', async () => {
  const { data, error, status } = await fixture.anonymous.from('profiles').select('*')
  expect([data, status]).toEqual([null, 401])
  expect(error).toMatchObject({ code: '42501', message: 'permission denied for table profiles' })
})

const pendingCount = ({ client }: SignedIn) =>
  client.from('profiles').select('*', { count: 'exact', head: true }).eq('approved', false)

test('the pending count: an admin sees all, a writer none, a pending user only themselves', async () => {
  expect(await pendingCount(fixture.admin)).toMatchObject({ count: 1, data: null, error: null })
  expect(await pendingCount(fixture.anna)).toMatchObject({ count: 0, error: null })
  expect(await pendingCount(fixture.pending)).toMatchObject({ count: 1, error: null })
})

const adminList = ({ client }: SignedIn) =>
  client
    .from('profiles')
    .select('id, role, approved, created_at, email, learning_loop_access')
    .eq('role', 'scriptwriter')
    .order('created_at', { ascending: false })

test('the admin list: scriptwriters, newest first, with exactly the selected columns', async () => {
  const { data, error } = await adminList(fixture.admin)
  expect(error).toBeNull()
  expect(data?.map(({ email }) => email)).toEqual([
    'pending@example.com',
    'bert@example.com',
    'anna@example.com',
  ])
  expect(data?.[2]).toEqual({
    id: fixture.anna.id,
    role: 'scriptwriter',
    approved: true,
    created_at: expect.any(String) as string,
    email: 'anna@example.com',
    learning_loop_access: true,
  })
})

test('the same list shows a writer only themselves', async () => {
  const { data } = await adminList(fixture.anna)
  expect(data?.map(({ id }) => id)).toEqual([fixture.anna.id])
})

test('the admin check: role and approved by id', async () => {
  const { admin, anna } = fixture
  const check = ({ client, id }: SignedIn) =>
    client.from('profiles').select('role, approved').eq('id', id).single()
  expect((await check(admin)).data).toEqual({ role: 'admin', approved: true })
  expect((await check(anna)).data).toEqual({ role: 'scriptwriter', approved: true })
})

test('an admin updates approved and learning_loop_access by id', async () => {
  const { client } = fixture.admin
  const { id } = await fixture.signUp('changed')
  for (const change of [
    { approved: true },
    { learning_loop_access: true },
    { approved: false },
    { learning_loop_access: false },
  ]) {
    const updated = await client.from('profiles').update(change).eq('id', id)
    expect([updated.error, updated.status, updated.data]).toEqual([null, 204, null])
    const read = await client.from('profiles').select('*').eq('id', id).single()
    expect(read.data).toMatchObject(change)
  }
})

test('writers and pending users change no profile, not even their own', async () => {
  const { admin, anna, bert, pending } = fixture
  for (const [person, id] of [
    [anna, bert.id],
    [pending, pending.id],
    [anna, anna.id],
  ] as const) {
    const answer = await person.client
      .from('profiles')
      .update({ approved: true, learning_loop_access: true })
      .eq('id', id)
      .select()
    expect(answer).toMatchObject({ data: [], error: null, status: 200 })
  }
  const { rows } = await fixture.database.pool.query(
    'select approved, learning_loop_access from public.profiles where id = any ($1) order by email',
    [[bert.id, pending.id]],
  )
  expect(rows).toEqual([
    { approved: true, learning_loop_access: false },
    { approved: false, learning_loop_access: false },
  ])
  const refused = await anna.client.from('profiles').update({ role: 'admin' }).eq('id', anna.id)
  expect(refused).toMatchObject({ status: 403, error: { code: '42501' } })
  const anonymous = await fixture.anonymous
    .from('profiles')
    .update({ approved: true })
    .eq('id', admin.id)
  expect(anonymous).toMatchObject({ status: 401, error: { code: '42501' } })
})

test('nobody inserts or deletes a profile', async () => {
  const { admin, anna, bert } = fixture
  for (const { client } of [admin, anna]) {
    const inserted = await client.from('profiles').insert({ id: bert.id })
    expect(inserted).toMatchObject({ status: 403, error: { code: '42501' } })
    const deleted = await client.from('profiles').delete().eq('id', bert.id)
    expect(deleted).toMatchObject({ status: 403, error: { code: '42501' } })
  }
})
