import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture, type SignedIn } from '../../support/rest/fixture.ts'
import { keep, typed } from '../versions/text-fixture.ts'

// What the dashboard does with scripts: length, name, copies, tags and several at once.

const fixture = forFile(restFixture)

const newScript = async ({ client }: SignedIn, title: string, content = 'x') =>
  only(
    await client
      .rpc('save_script', { title, content })
      .select('id, title, content, updated_at, work_id')
      .single<{
        id: string
        title: string
        content: string
        updated_at: string
        work_id: string
      }>(),
  )

const titles = async ({ client }: SignedIn) =>
  (only(await client.from('scripts').select('title').order('title')) as { title: string }[]).map(
    ({ title }) => title,
  )

const collected = async ({ client }: SignedIn, scriptId: string) =>
  only(
    await client
      .from('saved_scripts')
      .select(
        'saved_at, pages, scenes, measured_at, scripts(updated_at, script_drafts(updated_at))',
      )
      .eq('script_id', scriptId)
      .single(),
  )

test('a measured length is stored without saving the script again, and only as a whole', async () => {
  const { anna } = fixture
  const script = await newScript(anna, 'Measured')
  const before = await collected(anna, script.id)
  const length = { pages: 3, scenes: 2, measured_at: script.updated_at }
  const measure = (values: object) =>
    anna.client.from('saved_scripts').update(values).eq('script_id', script.id)
  expect((await measure(length)).error).toBeNull()
  expect(await collected(anna, script.id)).toEqual({ ...before, ...length })
  for (const wrong of [{ pages: -1 }, { scenes: null }, { pages: 1_000_001 }])
    expect((await measure(wrong)).status).toBe(400)
  await anna.client
    .from('saved_scripts')
    .upsert({ user_id: anna.id, script_id: script.id }, { onConflict: 'user_id,script_id' })
  expect((await collected(anna, script.id)).saved_at > before.saved_at).toBe(true)
})

test("a draft's time is that of its text: a save of the same text and a version leave it as it is", async () => {
  const { anna } = fixture
  const script = await newScript(anna, 'Typed')
  const typedAt = async () =>
    (await collected(anna, script.id)).scripts.script_drafts[0]?.updated_at ?? ''
  const first = await typedAt()
  await keep(anna.client, script.work_id, 1, typed(1, 1, 'y'), 'xy')
  const second = await typedAt()
  expect(second > first).toBe(true)
  const { error } = await anna.client.rpc('save_script', {
    title: 'Typed',
    content: 'xy',
    script_id: script.id,
    overwrite: true,
  })
  expect(error).toBeNull()
  expect(await typedAt()).toBe(second)
})

test('renaming names the conversations too, and is refused for blank and long names', async () => {
  const { anna } = fixture
  const script = await newScript(anna, 'Old name')
  const { client } = anna
  const chat = only(
    await client
      .from('chat_conversations')
      .insert({ script_id: script.id, user_id: anna.id, title: 'Chat: Old name' })
      .select('id')
      .single(),
  )
  const rename = (title: string) => client.rpc('rename_script', { script_id: script.id, title })
  expect((await rename('  New name ')).error).toBeNull()
  expect(await titles(anna)).toContain('New name')
  const chats = client.from('chat_conversations').select('title').eq('id', chat.id)
  expect(only(await chats)).toEqual([{ title: 'Chat: New name' }])
  expect((await rename(' ')).error?.message).toBe('title_is_empty')
  expect((await rename('a'.repeat(201))).error?.message).toBe('title_is_too_long')
})

test('a copy has the working text and the tags, and is in the collection', async () => {
  const { anna } = fixture
  const { client } = anna
  const title = `${'Long '.repeat(39)}title`
  const script = await newScript(anna, title)
  await keep(client, script.work_id, 1, typed(1, 1, 'y'), 'xy')
  const tag = only(await client.from('tags').insert({ name: 'Copied' }).select('id').single())
  await client.from('script_tags').insert({ script_id: script.id, tag_id: tag.id })
  const id = only(await client.rpc('duplicate_script', { script_id: script.id }))
  const copy = only(
    await client
      .from('scripts')
      .select('title, content, script_tags(tag_id)')
      .eq('id', id)
      .single(),
  )
  expect(copy).toEqual({
    title: `${title.slice(0, 193).trim()} (copy)`,
    content: 'xy',
    script_tags: [{ tag_id: tag.id }],
  })
  expect(await collected(anna, id)).toMatchObject({ pages: null })
})

test('several scripts are deleted together or not at all', async () => {
  const { anna, bert } = fixture
  const own = [await newScript(anna, 'Several 1'), await newScript(anna, 'Several 2')]
  const other = await newScript(bert, 'Not hers')
  const remove = (ids: string[]) => anna.client.rpc('delete_scripts', { script_ids: ids })
  const ids = own.map(({ id }) => id)
  expect((await remove([...ids, other.id])).error?.message).toBe('script_not_found')
  expect(await titles(anna)).toEqual(expect.arrayContaining(['Several 1', 'Several 2']))
  const many = Array.from({ length: 1_001 }, () => randomUUID())
  expect((await remove(many)).error?.message).toBe('too_many_scripts')
  expect((await remove([...ids, ...ids])).error).toBeNull()
  expect(await titles(anna)).not.toContain('Several 1')
  expect(await titles(bert)).toContain('Not hers')
})

test("tags are a writer's own: on their own scripts only, with a known colour and a name used once", async () => {
  const { anna, bert } = fixture
  const make = ({ client }: SignedIn, tag: { name: string; color?: 'blue' }) =>
    client.from('tags').insert(tag).select('id, color').single()
  const tag = only(await make(anna, { name: 'Pilot', color: 'blue' }))
  expect((await make(anna, { name: 'pilot' })).error?.code).toBe('23505')
  expect((await make(bert, { name: 'Pilot' })).error).toBeNull()
  for (const wrong of [{ name: ' ' }, { name: 'a'.repeat(41) }, { name: 'a', color: 'plaid' }])
    expect((await make(anna, wrong as { name: string })).status).toBe(400)
  const script = await newScript(anna, 'Tagged')
  const theirs = await newScript(bert, 'Theirs')
  const put = ({ client }: SignedIn, script_id: string) =>
    client.from('script_tags').insert({ script_id, tag_id: tag.id })
  expect((await put(bert, script.id)).error).not.toBeNull()
  expect((await put(bert, theirs.id)).error).not.toBeNull()
  expect((await put(anna, theirs.id)).error).not.toBeNull()
  expect((await put(anna, script.id)).error).toBeNull()
  const rows = () => anna.client.from('script_tags').select('script_id')
  expect(only(await rows())).toContainEqual({ script_id: script.id })
  await anna.client.from('tags').delete().eq('id', tag.id)
  expect(only(await rows())).not.toContainEqual({ script_id: script.id })
})

test('a writer has at most 100 tags', async () => {
  const { client } = fixture.bert
  const names = Array.from({ length: 101 }, (_, n) => ({ name: `tag ${n}` }))
  expect((await client.from('tags').insert(names)).error?.message).toBe('too_many_tags')
})
