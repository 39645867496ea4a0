import { beforeAll, expect, test } from 'vitest'
import { deleteUnreachableTexts } from '../../../server/due-versions.ts'
import { only, type SignedIn } from '../../support/rest/world.ts'
import { accepted, ended, until } from '../generation/generation-world.ts'
import { type HostileWorld, hostileWorld } from '../generation/hostile-world.ts'
import { begin, draftOf, historyOf, keep, pasted, typed } from './text-world.ts'

let world: HostileWorld
let anna: SignedIn
let bert: SignedIn

beforeAll(async () => {
  world = await hostileWorld()
  anna = await world.person('anna')
  bert = await world.person('bert')
})

const talkAbout = async ({ client }: SignedIn, work_id: string) =>
  only(await client.rpc('start_conversation', { prompt: 'Go', work_id }))[0]?.conversation_id ?? ''

/** A text with a history and one conversation, not saved. */
async function unsaved(person: SignedIn) {
  const work = await begin(person.client, 'typed')
  only(await keep(person.client, work, 1, pasted(0, 5, 'pasted'), 'pasted'))
  return { work, conversation: await talkAbout(person, work) }
}

/** Two ways to delete: the app's function, and a plain delete, after which the server cleans up. */
const ways = {
  delete_conversation: ({ client }: SignedIn, conversation_id: string) =>
    client.rpc('delete_conversation', { conversation_id }),
  'a plain delete': async ({ client }: SignedIn, conversation: string) => {
    const answer = await client.from('chat_conversations').delete().eq('id', conversation)
    await deleteUnreachableTexts(world.database.pool)
    return answer
  },
}

const rowsOf = async (work: string) =>
  (
    await world.database.pool.query(
      `select from public.script_drafts where work_id = $1
       union all select from public.script_versions where work_id = $1
       union all select from private.unreachable_texts where work_id = $1`,
      [work],
    )
  ).rowCount

test.each(Object.entries(ways))(
  '%s of the only conversation deletes a text that was never saved, with its history',
  async (_, remove) => {
    const { work, conversation } = await unsaved(anna)
    expect((await remove(anna, conversation)).error).toBeNull()
    expect(await draftOf(anna.client, work)).toBeUndefined()
    expect(await rowsOf(work)).toBe(0)
    const late = await keep(anna.client, work, 2, typed(0, 0, 'x'), 'xpasted')
    expect(late.error?.message).toBe('draft_not_found')
  },
)

test.each(Object.entries(ways))(
  '%s keeps a text that has another conversation, until that is deleted too',
  async (_, remove) => {
    const { work, conversation } = await unsaved(anna)
    const other = await talkAbout(anna, work)
    await remove(anna, conversation)
    expect((await draftOf(anna.client, work))?.text).toBe('pasted')
    expect(await historyOf(anna.client, work)).toHaveLength(1)
    await remove(anna, other)
    expect(await rowsOf(work)).toBe(0)
  },
)

test.each(Object.entries(ways))('%s keeps a text that has been saved', async (_, remove) => {
  const { work, conversation: conversation_id } = await unsaved(anna)
  const script = { title: 'Saved', content: 'pasted', conversation_id }
  only(await anna.client.rpc('save_script', script))
  await remove(anna, conversation_id)
  expect((await draftOf(anna.client, work))?.text).toBe('pasted')
})

test('a text that was saved after a plain delete of its conversation is kept', async () => {
  const { work, conversation } = await unsaved(anna)
  await anna.client.from('chat_conversations').delete().eq('id', conversation)
  only(await anna.client.rpc('save_script', { title: 'Saved', content: 'pasted', work_id: work }))
  await deleteUnreachableTexts(world.database.pool)
  expect((await draftOf(anna.client, work))?.text).toBe('pasted')
})

test("nobody deletes another writer's conversation or text", async () => {
  const { work, conversation } = await unsaved(anna)
  const answer = await ways.delete_conversation(bert, conversation)
  expect([answer.status, answer.error?.message]).toEqual([404, 'conversation_not_found'])
  await ways['a plain delete'](bert, conversation)
  expect((await draftOf(anna.client, work))?.text).toBe('pasted')
  const same = await begin(bert.client, 'of Bert', work)
  await ways.delete_conversation(anna, conversation)
  expect(await draftOf(anna.client, work)).toBeUndefined()
  expect((await draftOf(bert.client, same))?.text).toBe('of Bert')
})

test('a text without any conversation is kept', async () => {
  const work = await begin(anna.client, 'just begun')
  await deleteUnreachableTexts(world.database.pool)
  expect((await draftOf(anna.client, work))?.text).toBe('just begun')
})

test.each(Object.entries(ways))(
  '%s while an answer is written: the answer ends and brings no text back',
  async (_, remove) => {
    const { work, conversation } = await unsaved(anna)
    const waiting = world.saysAndWaits('INT. PIER - DAY\n\nFog.')
    const jobId = await accepted(anna, { conversationId: conversation, currentScript: 'pasted' })
    const answer = await waiting
    await until(anna, jobId, { status: 'processing' })
    await remove(anna, conversation)
    answer.end()
    expect(await ended(anna, jobId)).toMatchObject({ status: 'completed', script: null })
    expect(await rowsOf(work)).toBe(0)
  },
)
