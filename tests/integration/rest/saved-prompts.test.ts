import { beforeEach, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture, type SignedIn } from '../../support/rest/fixture.ts'

// Saved prompts: a writer's own, and those that an administrator shares with everybody.

const fixture = forFile(restFixture)

beforeEach(async () => {
  await fixture.database.pool.query('delete from public.prompts')
})

type Saved = { name?: string; text?: string; kind?: 'prompt' | 'reader'; shared?: boolean }

const save = ({ client }: SignedIn, saved: Saved = {}) =>
  client
    .from('prompts')
    .insert({ name: 'Shorter', text: 'Make it shorter.', ...saved })
    .select('id')
    .single()
const namesFor = async ({ client }: SignedIn) =>
  only(await client.from('prompts').select('name').order('name')).map(({ name }) => name)
const change = ({ client }: SignedIn, id: string, values: Saved) =>
  client.from('prompts').update(values).eq('id', id).select('id')
const remove = ({ client }: SignedIn, id: string) =>
  client.from('prompts').delete().eq('id', id).select('id')

test('what an administrator shares is there for all who are approved, and only they may change it', async () => {
  const { admin, anna, bert, pending } = fixture
  const shared = only(await save(admin, { name: 'House style', shared: true })).id
  only(await save(admin, { name: 'Not shared' }))
  only(await save(anna, { name: 'Of Anna' }))
  expect(await namesFor(anna)).toEqual(['House style', 'Of Anna'])
  expect(await namesFor(bert)).toEqual(['House style'])
  expect(await namesFor(pending)).toEqual([])
  expect(await namesFor(admin)).toEqual(['House style', 'Not shared'])
  for (const writer of [anna, pending]) {
    expect(only(await change(writer, shared, { text: 'Longer.' }))).toEqual([])
    expect(only(await remove(writer, shared))).toEqual([])
  }
  expect(only(await change(admin, shared, { shared: false }))).toHaveLength(1)
  expect(await namesFor(bert)).toEqual([])
})

test('nobody else may share: not when saving, not later, not a former administrator', async () => {
  const { admin, anna, database } = fixture
  expect((await save(anna, { shared: true })).error?.code).toBe('42501')
  const own = only(await save(anna)).id
  expect((await change(anna, own, { shared: true })).error?.code).toBe('42501')
  const former = await fixture.person('former')
  const role = (name: string) =>
    database.pool.query('update public.profiles set role = $2, approved = true where id = $1', [
      former.id,
      name,
    ])
  await role('admin')
  const shared = only(await save(former, { shared: true })).id
  await role('scriptwriter')
  expect((await change(former, shared, { text: 'Something else.' })).error?.code).toBe('42501')
  expect(await namesFor(anna)).toContain('Shorter')
  // An administrator can remove what is left of somebody who is none any more.
  expect(only(await remove(admin, own))).toEqual([])
  expect(only(await remove(admin, shared))).toHaveLength(1)
})

test('a name is one line and used once by a writer, whatever its case, and once more for a reader', async () => {
  const { anna, bert } = fixture
  only(await save(anna))
  expect((await save(anna, { name: 'SHORTER' })).error?.code).toBe('23505')
  only(await save(anna, { name: 'SHORTER', kind: 'reader' }))
  only(await save(bert))
  for (const name of [
    '',
    ' Shorter',
    'Two\nlines',
    'x'.repeat(81),
    '\u0007',
    'A\u202eB',
    'A\u200f',
  ])
    expect([name, (await save(anna, { name })).error?.code]).toEqual([name, '23514'])
  for (const text of ['', ' \n ', 'x'.repeat(20_001)])
    expect((await save(anna, { name: 'Bad', text })).error?.code).toBe('23514')
  only(await save(anna, { name: 'x'.repeat(80), text: 'y'.repeat(20_000) }))
})

test('a writer has at most 200', async () => {
  const { anna, bert } = fixture
  const many = Array.from({ length: 200 }, (_, at) => ({ name: `No. ${at}`, text: 'x' }))
  expect((await anna.client.from('prompts').insert(many)).error).toBeNull()
  expect((await save(anna)).error?.message).toBe('too_many_prompts')
  only(await save(bert))
})
