import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture, type SignedIn } from '../../support/rest/fixture.ts'

// The scripts calls of section 7 of the specification.

const fixture = forFile(restFixture)

const LONG_AGO = '2000-01-01T00:00:00.000Z'

const scriptOf = ({ id }: { id: string }, title: string) => ({
  title,
  content: 'FADE IN',
  user_id: id,
  updated_at: LONG_AGO,
  created_at: LONG_AGO,
})

const insert = async (person: SignedIn, title: string) =>
  only(await person.client.from('scripts').insert(scriptOf(person, title)).select().single())

const list = ({ client }: Pick<SignedIn, 'client'>, owner: SignedIn) =>
  client
    .from('scripts')
    .select('id, title')
    .eq('user_id', owner.id)
    .order('updated_at', { ascending: false })

const one = ({ client }: SignedIn, id: string, owner: SignedIn) =>
  client.from('scripts').select('*').eq('id', id).eq('user_id', owner.id).single()

test("a writer inserts a script and gets it back with the database's times", async () => {
  const { client, id } = fixture.anna
  const answer = await client
    .from('scripts')
    .insert(scriptOf(fixture.anna, 'First'))
    .select()
    .single()
  expect([answer.error, answer.status]).toEqual([null, 201])
  const row = only(answer)
  expect(row).toMatchObject({ title: 'First', content: 'FADE IN', user_id: id })
  expect(new Date(row.created_at).getFullYear()).toBeGreaterThan(2000)
  expect(Object.keys(row).toSorted()).toEqual([
    'content',
    'created_at',
    'creation_key',
    'id',
    'preview',
    'title',
    'updated_at',
    'user_id',
    'work_id',
  ])
})

test('an insert without select returns no body, and the row exists', async () => {
  const { anna } = fixture
  const answer = await anna.client.from('scripts').insert(scriptOf(anna, 'Quiet'))
  expect([answer.error, answer.status, answer.data]).toEqual([null, 201, null])
  const { data } = await anna.client.from('scripts').select('title').eq('title', 'Quiet')
  expect(data).toEqual([{ title: 'Quiet' }])
})

test('the list is ordered by last change, and nobody else sees it', async () => {
  const person = await fixture.signUp('lister')
  await fixture.admin.client.from('profiles').update({ approved: true }).eq('id', person.id)
  const [older, newer] = [await insert(person, 'Older'), await insert(person, 'Newer')]
  expect((await list(person, person)).data).toEqual([
    { id: newer.id, title: 'Newer' },
    { id: older.id, title: 'Older' },
  ])
  await person.client.from('scripts').update({ title: 'Older, changed' }).eq('id', older.id)
  expect((await list(person, person)).data?.map(({ id }) => id)).toEqual([older.id, newer.id])
  for (const other of [fixture.anna, fixture.admin, fixture.pending]) {
    expect(await list(other, person)).toMatchObject({ data: [], error: null, status: 200 })
  }
  expect(await list({ client: fixture.anonymous }, person)).toMatchObject({
    status: 401,
    error: { code: '42501' },
  })
})

test('by id and user_id: the owner reads it, from everybody else it is hidden', async () => {
  const { anna, bert, admin, pending } = fixture
  const { id } = await insert(anna, 'Mine')
  expect((await one(anna, id, anna)).data).toMatchObject({ id, title: 'Mine' })
  for (const other of [bert, admin, pending]) {
    expect(await one(other, id, anna)).toMatchObject({
      data: null,
      status: 406,
      error: { code: 'PGRST116' },
    })
  }
})

test('update by id and user_id with everything the editor sends, a string or an object with a value', async () => {
  const { anna } = fixture
  const { id } = await insert(anna, 'Draft')
  for (const content of ['INT. ROOM - DAY', { value: 'EXT. ROAD - NIGHT' }]) {
    const answer = await anna.client
      .from('scripts')
      .update({ title: 'Changed', content, user_id: anna.id, updated_at: LONG_AGO })
      .eq('id', id)
      .eq('user_id', anna.id)
      .select()
      .single()
    expect([answer.error, answer.status]).toEqual([null, 200])
    expect(answer.data).toMatchObject({ id, title: 'Changed', content })
    expect(new Date(answer.data?.updated_at ?? 0).getFullYear()).toBeGreaterThan(2000)
  }
})

test("a writer cannot change or delete another user's scripts, or give one away", async () => {
  const { anna, bert, admin, pending } = fixture
  const { id } = await insert(anna, 'Kept')
  for (const { client } of [bert, admin, pending]) {
    const updated = await client.from('scripts').update({ title: 'Stolen' }).eq('id', id).select()
    expect(updated).toMatchObject({ data: [], error: null, status: 200 })
    const deleted = await client.from('scripts').delete().eq('id', id).select()
    expect(deleted).toMatchObject({ data: [], error: null, status: 200 })
  }
  const gift = await anna.client.from('scripts').update({ user_id: bert.id }).eq('id', id)
  expect(gift).toMatchObject({ status: 403, error: { code: '42501' } })
  expect((await one(anna, id, anna)).data).toMatchObject({ title: 'Kept' })
})

test('nobody inserts for another user, pending and anonymous users not at all', async () => {
  const { anna, bert, pending, anonymous } = fixture
  const forged = await bert.client.from('scripts').insert(scriptOf(anna, 'Forged'))
  expect(forged).toMatchObject({
    status: 403,
    error: {
      code: '42501',
      message: 'new row violates row-level security policy for table "scripts"',
    },
  })
  const early = await pending.client.from('scripts').insert(scriptOf(pending, 'Early'))
  expect(early).toMatchObject({ status: 403, error: { code: '42501' } })
  const nobody = await anonymous.from('scripts').insert(scriptOf(anna, 'Nobody'))
  expect(nobody).toMatchObject({ status: 401, error: { code: '42501' } })
  const { rows } = await fixture.database.pool.query(
    "select title from public.scripts where title in ('Forged', 'Early', 'Nobody')",
  )
  expect(rows).toEqual([])
})

test("constraint violations return the database's message", async () => {
  const { anna } = fixture
  const answer = await anna.client.from('scripts').insert({ ...scriptOf(anna, ' '), title: ' ' })
  expect(answer).toMatchObject({ status: 400, error: { code: '23514' } })
  expect(answer.error?.message).toContain('title_is_one_line_of_1_to_200_characters')
})
