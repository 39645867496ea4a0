import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture, type SignedIn } from '../../support/rest/fixture.ts'
import { setStanding } from '../../support/people.ts'

// Listing, reading, disabling and deleting Learning Loop examples.

const allow = (person: SignedIn, learningLoop: boolean) =>
  setStanding(fixture.database.pool, person, { learningLoop })

const fixture = forFile(restFixture)

const anna = forFile(() => Promise.resolve(fixture.anna))
const carla = forFile(() => fixture.person('carla'))

beforeEach(async () => {
  await fixture.database.pool.query('delete from public.golden_examples')
  await allow(anna, true)
  await allow(carla, true)
})

const add = async ({ client, id }: SignedIn, content: string) =>
  only(await client.from('golden_examples').insert({ user_id: id, content }).select('id').single())
    .id

const list = async ({ client }: SignedIn, query?: string) =>
  only(await client.rpc('list_examples', query === undefined ? {} : { query }))

const change = ({ client }: SignedIn, id: string, disabled: boolean) =>
  client.from('golden_examples').update({ disabled }).eq('id', id).select('id, disabled')

const remove = ({ client }: SignedIn, id: string) =>
  client.from('golden_examples').delete().eq('id', id).select('id')

const contentsOf = async ({ client }: SignedIn) =>
  only(await client.from('golden_examples').select('content')).map(({ content }) => content)

test('a writer lists their own examples, newest first, with their beginnings', async () => {
  const tram = await add(anna, `\n\n  INT. TRAM - NIGHT\n\n${'Rain. '.repeat(1_000)}`)
  const depot = await add(anna, 'EXT. DEPOT - DAY')
  await add(carla, 'INT. ELSEWHERE - DAY')
  const listed = await list(anna)
  expect(listed).toMatchObject([
    { id: depot, opening: 'EXT. DEPOT - DAY', disabled: false },
    { id: tram, opening: expect.stringMatching(/^INT\. TRAM - NIGHT\n/) as string },
  ])
  expect(listed[1]?.opening).toHaveLength(501)
})

test('the beginning of an example is without tags, unless it has nothing else', async () => {
  await add(anna, 'Title: Night Tram\n\n<b>INT. TRAM - NIGHT</b>')
  await add(anna, '<br>')
  expect(await list(anna)).toMatchObject([
    { opening: '<br>' },
    { opening: 'Title: Night Tram\n\n INT. TRAM - NIGHT' },
  ])
})

test('a search finds examples by any part of their text, whatever its case', async () => {
  const tram = await add(anna, 'INT. TRAM - NIGHT\n\nÉlise counts 100% of the coins.')
  await add(anna, 'EXT. DEPOT - DAY')
  await add(carla, 'INT. TRAM - NIGHT')
  for (const query of ['tram', '  élise COUNTS ', '100%'])
    expect(await list(anna, query)).toMatchObject([{ id: tram }])
  for (const query of ['boat', '1_0', 'c%s']) expect(await list(anna, query)).toEqual([])
  expect(await list(anna, '  ')).toHaveLength(2)
})

test('a writer with access disables, enables and deletes an example', async () => {
  const id = await add(anna, 'INT. TRAM - NIGHT')
  expect((await change(anna, id, true)).data).toEqual([{ id, disabled: true }])
  expect(await list(anna)).toMatchObject([{ id, disabled: true }])
  expect((await change(anna, id, false)).data).toEqual([{ id, disabled: false }])
  expect((await remove(anna, id)).data).toEqual([{ id }])
  expect(await list(anna)).toEqual([])
})

test('a writer keeps 500 examples, and can go on after one is deleted', async () => {
  const many = (count: number) =>
    anna.client
      .from('golden_examples')
      .insert(Array.from({ length: count }, (_, n) => ({ content: `INT. ROOM ${n} - DAY` })))
  expect((await many(499)).error).toBeNull()
  const last = await add(anna, 'INT. TRAM - NIGHT')
  expect((await many(1)).error).toMatchObject({ code: 'PT400', message: 'too_many_examples' })
  expect((await remove(anna, last)).error).toBeNull()
  expect((await many(2)).error).toMatchObject({ code: 'PT400' })
  expect((await many(1)).error).toBeNull()
  await add(carla, 'INT. ELSEWHERE - DAY')
  expect(await list(anna)).toHaveLength(500)
})

test('without access examples are still listed and read', async () => {
  const id = await add(anna, 'INT. TRAM - NIGHT')
  await allow(anna, false)
  expect(await list(anna)).toMatchObject([{ id, disabled: false }])
  expect(await contentsOf(anna)).toEqual(['INT. TRAM - NIGHT'])
})

/** An answer in a conversation of this person, as the server stores it. */
async function answerFor({ id }: SignedIn) {
  const { rows } = await fixture.database.pool.query<{ id: string; conversation_id: string }>(
    `with talk as (
       insert into public.chat_conversations (user_id, title) values ($1, 'Talk') returning id
     )
     insert into public.chat_messages (conversation_id, user_id, type, content)
     select id, $1, 'ai', 'FADE IN:' from talk returning id, conversation_id`,
    [id],
  )
  return rows[0] ?? { id: '', conversation_id: '' }
}

const save = ({ client, id }: SignedIn, message_id: string, content = 'FADE IN:') =>
  client
    .from('golden_examples')
    .insert({ user_id: id, content, topic: 'Script Writing', message_id })

test('an example refers to its message, once, and to nobody else’s', async () => {
  const message = await answerFor(anna)
  expect((await save(anna, message.id)).status).toBe(201)
  const again = await save(anna, message.id, 'Other')
  expect(again).toMatchObject({ status: 409, error: { code: '23505' } })
  // Like a message that is not there.
  const missing = await save(carla, randomUUID())
  expect(missing).toMatchObject({ status: 409, error: { code: '23503' } })
  const foreign = await save(carla, message.id)
  expect([foreign.status, foreign.error?.message]).toEqual([missing.status, missing.error?.message])
  expect(
    (await anna.client.from('golden_examples').delete().eq('message_id', message.id)).error,
  ).toBeNull()
  expect((await save(anna, message.id)).status).toBe(201)
})

test('an upsert that ignores duplicates succeeds, even ten times at once, and stores one', async () => {
  const { id } = await answerFor(anna)
  const row = {
    user_id: anna.id,
    content: 'FADE IN:',
    topic: 'Script Writing',
    message_id: id,
  } as const
  const upsert = () =>
    anna.client
      .from('golden_examples')
      .upsert(row, { onConflict: 'user_id,message_id', ignoreDuplicates: true })
  const answers = await Promise.all(Array.from({ length: 10 }, upsert))
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
  expect(await contentsOf(anna)).toEqual(['FADE IN:'])
})

test('an example outlives its message and the whole conversation', async () => {
  const message = await answerFor(anna)
  await save(anna, message.id, 'Kept')
  await anna.client.from('chat_conversations').delete().eq('id', message.conversation_id)
  const { data } = await anna.client.from('golden_examples').select('content, message_id')
  expect(data).toEqual([{ content: 'Kept', message_id: null }])
})
