import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture, type SignedIn } from '../../support/rest/fixture.ts'

// The scripts and saved_scripts calls of section 7 of the specification.

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

const save = ({ client, id }: SignedIn, script: { id: string }) =>
  client
    .from('saved_scripts')
    .upsert(
      { user_id: id, script_id: script.id, saved_at: LONG_AGO },
      { onConflict: 'user_id,script_id' },
    )

test('the collection with nested scripts, last saved first', async () => {
  const { anna } = fixture
  const [one, two] = [await insert(anna, 'One'), await insert(anna, 'Two')]
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
      content: 'FADE IN',
      user_id: anna.id,
      created_at: two.created_at,
      updated_at: two.updated_at,
    },
  })
})

test('saving a script twice keeps one row and updates its time', async () => {
  const { anna } = fixture
  const script = await insert(anna, 'Twice')
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
