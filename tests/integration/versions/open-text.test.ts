import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture } from '../../support/rest/fixture.ts'
import { begin, keep, typed } from './text-fixture.ts'

const fixture = forFile(restFixture)

test("a script's text is left out while it is saved, and given once it differs", async () => {
  const { client } = fixture.anna
  const work_id = await begin(client, 'INT. A')
  const saved = only(await client.rpc('save_script', { title: 'A', content: 'INT. A', work_id }))
  expect(only(await client.rpc('open_text', { script_id: saved.id }))).toMatchObject([
    { work_id, revision: 1, saved_at: saved.updated_at, text: null },
  ])
  only(await keep(client, work_id, 1, typed(6, 6, '!'), 'INT. A!'))
  expect(only(await client.rpc('open_text', { script_id: saved.id }))).toMatchObject([
    { work_id, revision: 2, saved_at: null, text: 'INT. A!' },
  ])
})

test('a conversation has the text it began with, or an empty one', async () => {
  const { client } = fixture.anna
  const work_id = await begin(client, 'Typed first')
  const begun = only(await client.rpc('start_conversation', { prompt: 'Go on', work_id }))[0]
  expect(
    only(await client.rpc('open_text', { conversation_id: begun?.conversation_id ?? '' })),
  ).toMatchObject([{ work_id, revision: 1, saved_at: null, text: 'Typed first' }])
  const empty = only(await client.rpc('start_conversation', { prompt: 'Begin' }))[0]
  expect(
    only(await client.rpc('open_text', { conversation_id: empty?.conversation_id ?? '' })),
  ).toMatchObject([{ revision: 0, saved_at: null, text: '' }])
})

test('a text that was never saved is opened by its id, also one that is only asked about yet', async () => {
  const { client } = fixture.anna
  const typedOnly = await begin(client, 'Typed')
  expect(only(await client.rpc('open_text', { script_id: typedOnly }))).toMatchObject([
    { work_id: typedOnly, revision: 1, saved_at: null, text: 'Typed' },
  ])
  const asked = randomUUID()
  only(await client.rpc('start_conversation', { prompt: 'Begin', work_id: asked }))
  expect(only(await client.rpc('open_text', { script_id: asked }))).toMatchObject([
    { work_id: asked, revision: 0, saved_at: null, text: '' },
  ])
  expect(only(await client.rpc('open_text', {}))).toEqual([])
})
