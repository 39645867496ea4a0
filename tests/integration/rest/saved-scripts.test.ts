import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture, type SignedIn } from '../../support/rest/fixture.ts'

// The saved_scripts calls of section 7 of the specification.

const fixture = forFile(restFixture)

const LONG_AGO = '2000-01-01T00:00:00.000Z'

const newScript = async ({ client, id }: SignedIn, title: string) =>
  only(await client.from('scripts').insert({ title, content: 'x', user_id: id }).select().single())

const save = ({ client, id }: SignedIn, script: { id: string }) =>
  client
    .from('saved_scripts')
    .upsert(
      { user_id: id, script_id: script.id, saved_at: LONG_AGO },
      { onConflict: 'user_id,script_id' },
    )

test('the collection with nested scripts, last saved first', async () => {
  const { anna } = fixture
  const [one, two] = [await newScript(anna, 'One'), await newScript(anna, 'Two')]
  for (const script of [one, two]) expect((await save(anna, script)).error).toBeNull()
  const { data, error } = await anna.client
    .from('saved_scripts')
    .select('id, saved_at, scripts (id, title, content, user_id, created_at, updated_at)')
    .eq('user_id', anna.id)
    .order('saved_at', { ascending: false })
  expect(error).toBeNull()
  expect(data?.map(({ scripts }) => scripts.title)).toEqual(['Two', 'One'])
  expect(data?.[0]).toEqual({
    id: expect.any(String) as string,
    saved_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    scripts: {
      id: two.id,
      title: 'Two',
      content: 'x',
      user_id: anna.id,
      created_at: two.created_at,
      updated_at: two.updated_at,
    },
  })
})

test('saving a script twice keeps one row and updates its time', async () => {
  const { anna } = fixture
  const script = await newScript(anna, 'Twice')
  const first = await save(anna, script).select().single()
  const second = await save(anna, script).select().single()
  expect([first.status, second.error]).toEqual([201, null])
  expect(second.data?.id).toBe(first.data?.id)
  expect(Date.parse(second.data?.saved_at ?? '')).toBeGreaterThanOrEqual(
    Date.parse(first.data?.saved_at ?? ''),
  )
  const { count } = await anna.client
    .from('saved_scripts')
    .select('*', { count: 'exact', head: true })
    .eq('script_id', script.id)
  expect(count).toBe(1)
})

test('saving twice without onConflict is a conflict', async () => {
  const { anna } = fixture
  const script = await newScript(anna, 'Conflict')
  const row = { user_id: anna.id, script_id: script.id }
  expect((await anna.client.from('saved_scripts').insert(row)).status).toBe(201)
  expect(await anna.client.from('saved_scripts').insert(row)).toMatchObject({
    status: 409,
    error: {
      code: '23505',
      message: 'duplicate key value violates unique constraint "a_script_is_saved_once"',
    },
  })
})

test('with ignoreDuplicates the existing row stays unchanged', async () => {
  const { anna } = fixture
  const script = await newScript(anna, 'Ignored')
  const before = only(await save(anna, script).select().single())
  const { data, error } = await anna.client
    .from('saved_scripts')
    .upsert(
      { user_id: anna.id, script_id: script.id, saved_at: LONG_AGO },
      { onConflict: 'user_id,script_id', ignoreDuplicates: true },
    )
    .select()
  expect([data, error]).toEqual([[], null])
  const after = await anna.client.from('saved_scripts').select().eq('id', before.id).single()
  expect(after.data).toEqual(before)
})

test('delete where script_id and user_id match', async () => {
  const { anna } = fixture
  const script = await newScript(anna, 'Dropped')
  const saved = only(await save(anna, script).select('id').single())
  const remove = async () =>
    (
      await anna.client
        .from('saved_scripts')
        .delete()
        .eq('script_id', script.id)
        .eq('user_id', anna.id)
        .select('id')
    ).data
  expect(await remove()).toEqual([{ id: saved.id }])
  expect(await remove()).toEqual([])
})
