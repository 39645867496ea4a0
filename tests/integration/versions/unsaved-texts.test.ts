import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, type SignedIn } from '../../support/rest/fixture.ts'
import { ended } from '../generation/generation-fixture.ts'
import { hostileFixture, underWay } from '../generation/hostile-fixture.ts'
import { begin, draftOf, historyOf, keep, pasted, typed } from './text-fixture.ts'

const fixture = forFile(hostileFixture)
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

const talkAbout = async ({ client }: SignedIn, work_id: string) =>
  only(await client.rpc('start_conversation', { prompt: 'Go', work_id }))[0]?.conversation_id ?? ''

/** A text with a history and one conversation, not saved. */
async function unsaved(person: SignedIn) {
  const work = await begin(person.client, 'typed')
  only(await keep(person.client, work, 1, pasted(0, 5, 'pasted'), 'pasted'))
  return { work, conversation: await talkAbout(person, work) }
}

const listed = async ({ client }: SignedIn) => only(await client.rpc('unsaved_texts'))
const worksOf = async (person: SignedIn) => (await listed(person)).map(({ work_id }) => work_id)

const deleteText = ({ client }: SignedIn, work_id: string) =>
  client.rpc('delete_unsaved_text', { work_id })

test('texts that were never saved are listed, newest first, with their first words and their conversation', async () => {
  const person = await fixture.person('lister')
  const older = await begin(person.client, 'INT. ATTIC - NIGHT\n\nThe lamp hums.')
  const { work, conversation } = await unsaved(person)
  await begin(person.client, '\n \n')
  const saved = await begin(person.client, 'saved')
  const script = { title: 'Saved', content: 'saved', work_id: saved }
  only(await person.client.rpc('save_script', script))
  expect(await listed(person)).toMatchObject([
    { work_id: work, conversation_id: conversation, preview: 'pasted' },
    {
      work_id: older,
      conversation_id: null,
      preview: 'INT. ATTIC - NIGHT\n\nThe lamp hums.',
    },
  ])
  only(await person.client.rpc('save_script', { title: 'Too', content: 'pasted', work_id: work }))
  expect(await worksOf(person)).toEqual([older])
})

test('a script has the id of its text, unless a script of somebody else has it', async () => {
  const work = await begin(anna.client, 'mine')
  const script = { title: 'Mine', content: 'mine', work_id: work }
  expect(only(await anna.client.rpc('save_script', script))).toMatchObject({
    id: work,
    work_id: work,
  })
  const theirs = only(await bert.client.rpc('save_script', { ...script, title: 'Theirs' }))
  expect(theirs).toMatchObject({ title: 'Theirs', work_id: work })
  expect(theirs.id).not.toBe(work)
  const inserted = await anna.client.from('scripts').insert({ title: 'Plain' }).select().single()
  expect(inserted.data?.work_id).toBe(inserted.data?.id)
})

test('a script is saved with the text that the server has, named by its revision', async () => {
  const { client } = anna
  const work_id = await begin(client, 'one')
  const saved = only(
    await client.rpc('save_script', { title: 'By revision', work_id, revision: 1 }),
  )
  expect(saved).toMatchObject({ id: work_id, content: 'one' })
  only(await keep(client, work_id, 1, typed(3, 3, ' two'), 'one two'))
  const again = { title: 'By revision', script_id: saved.id, expected_updated_at: saved.updated_at }
  const refused = (error: { code: string; message: string }) => ({ data: null, error })
  const changed = refused({ code: 'PT409', message: 'draft_changed' })
  expect(await client.rpc('save_script', { ...again, revision: 1 })).toMatchObject(changed)
  const nothing = refused({ code: 'PT400', message: 'content_is_missing' })
  expect(await client.rpc('save_script', again)).toMatchObject(nothing)
  expect(only(await client.rpc('save_script', { ...again, revision: 2 }))).toMatchObject({
    id: saved.id,
    content: 'one two',
  })
  expect((await historyOf(client, work_id)).map(({ origin }) => origin)).toEqual(['typed', 'typed'])

  const missing = refused({ code: 'PT404', message: 'draft_not_found' })
  for (const wanted of [{ work_id }, { work_id: randomUUID() }, {}])
    expect(
      await bert.client.rpc('save_script', { title: 'Nothing', ...wanted, revision: 2 }),
    ).toMatchObject(missing)
  expect(only(await bert.client.from('scripts').select('id').eq('title', 'Nothing'))).toEqual([])
})

test('a text is deleted with its history, a saved or unknown one is not', async () => {
  const { work, conversation } = await unsaved(anna)
  expect((await deleteText(anna, work)).error).toBeNull()
  expect(await draftOf(anna.client, work)).toBeUndefined()
  expect(await historyOf(anna.client, work)).toEqual([])
  const late = await keep(anna.client, work, 2, typed(0, 0, 'x'), 'xpasted')
  expect(late.error?.message).toBe('draft_not_found')
  const chats = anna.client.from('chat_conversations').select('id').eq('id', conversation)
  expect(only(await chats)).toHaveLength(1)

  const saved = await begin(anna.client, 'saved')
  only(await anna.client.rpc('save_script', { title: 'S', content: 'saved', work_id: saved }))
  for (const id of [saved, randomUUID(), work])
    expect((await deleteText(anna, id)).error?.message).toBe('draft_not_found')
  expect((await draftOf(anna.client, saved))?.text).toBe('saved')
})

test.each([
  [
    'delete_conversation',
    ({ client }: SignedIn, id: string) =>
      client.rpc('delete_conversation', { conversation_id: id }),
  ],
  [
    'a plain delete',
    ({ client }: SignedIn, id: string) => client.from('chat_conversations').delete().eq('id', id),
  ],
])('%s of the only conversation keeps the text, listed without it', async (_way, remove) => {
  const { work, conversation } = await unsaved(anna)
  await remove(bert, conversation)
  expect((await listed(anna))[0]).toMatchObject({ work_id: work, conversation_id: conversation })
  expect((await remove(anna, conversation)).error).toBeNull()
  expect((await listed(anna))[0]).toMatchObject({ work_id: work, conversation_id: null })
  expect((await draftOf(anna.client, work))?.text).toBe('pasted')
  expect(await historyOf(anna.client, work)).toHaveLength(1)
})

test('while an answer is written its text is not deleted, and without its conversation it stays as it is', async () => {
  const { work, conversation } = await unsaved(anna)
  const more = { conversationId: conversation, currentScript: 'pasted' }
  const { jobId, answer } = await underWay(fixture, anna, 'INT. PIER - DAY\n\nFog.', more)
  expect(await deleteText(anna, work)).toMatchObject({
    status: 409,
    error: { message: 'answer_is_being_written' },
  })
  const deleted = await anna.client.rpc('delete_conversation', { conversation_id: conversation })
  expect(deleted.error).toBeNull()
  answer.end()
  expect(await ended(anna, jobId)).toMatchObject({ status: 'completed', script: null })
  expect((await draftOf(anna.client, work))?.text).toBe('pasted')
  expect((await deleteText(anna, work)).error).toBeNull()
})
