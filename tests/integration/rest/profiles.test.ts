import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { restFixture, type SignedIn } from '../../support/rest/fixture.ts'

// The profiles and api_usage calls of section 7 of the specification.

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

test("this month's count: one's own, for an admin every scriptwriter's, and what is left of the limit", async () => {
  const { admin, anna, bert, pending, database } = fixture
  await database.pool.query(
    `insert into public.api_usage (user_id, month, monthly_generations)
     values ($1, private.this_month(), 7), ($1, private.this_month() - interval '1 month', 99)`,
    [anna.id],
  )
  const usage = ({ client }: SignedIn) =>
    client.from('api_usage').select('monthly_generations').eq('user_id', anna.id).maybeSingle()
  for (const person of [anna, admin])
    expect(await usage(person)).toMatchObject({ data: { monthly_generations: 7 }, error: null })
  expect(await usage(bert)).toMatchObject({ data: null, error: null })
  const allowance = async ({ client }: SignedIn) => (await client.rpc('generation_allowance')).data
  expect(await allowance(anna)).toEqual([{ used: 7, most: 100 }])
  expect(await allowance(bert)).toEqual([{ used: 0, most: 100 }])
  expect(await allowance(pending)).toEqual([])
})
