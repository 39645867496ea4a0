import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture, type SignedIn } from '../../support/rest/fixture.ts'

const fixture = forFile(restFixture)

const DAY = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
const today = dayIn(0)
const [laptop, phone] = [randomUUID(), randomUUID()]

const choose = ({ client }: SignedIn, amount: number | undefined, unit?: string) =>
  client.rpc('set_writing_goal', {
    day: today,
    ...(amount !== undefined && { amount }),
    ...(unit !== undefined && { unit }),
  })
const note = ({ client }: SignedIn, device: string, words: number, day = today) =>
  client.rpc('note_typed_words', { day, device, words })
const goalOf = async ({ client }: SignedIn) =>
  only(await client.from('writing_goals').select('unit, amount, day, typed'))

test('a goal is chosen, changed and given up, and belongs to one writer', async () => {
  const { anna, bert } = fixture
  expect(only(await note(anna, laptop, 5))).toEqual([])
  expect((await choose(anna, 500)).error).toBeNull()
  expect((await choose(bert, 3, 'pages')).error).toBeNull()
  expect(await goalOf(anna)).toEqual([{ unit: 'words', amount: 500, day: today, typed: {} }])
  only(await note(anna, laptop, 120))
  expect(await goalOf(bert)).toEqual([{ unit: 'pages', amount: 3, day: today, typed: {} }])
  expect((await choose(anna, 2, 'pages')).error).toBeNull()
  expect(await goalOf(anna)).toMatchObject([{ unit: 'pages', amount: 2, typed: { [laptop]: 120 } }])
  expect((await choose(anna, undefined)).error).toBeNull()
  expect(await goalOf(anna)).toEqual([])
  expect(await goalOf(bert)).toHaveLength(1)
})

test('each device reports its own sum, so that nothing is counted twice', async () => {
  const { anna } = fixture
  await choose(anna, 500)
  only(await note(anna, laptop, 100))
  only(await note(anna, laptop, 100))
  only(await note(anna, phone, 30))
  const [row] = only(await note(anna, laptop, 90))
  expect(row).toMatchObject({ amount: 500, day: today, typed: { [laptop]: 90, [phone]: 30 } })
})

test('a new day begins with nothing, and a device whose day is over changes nothing', async () => {
  const { anna } = fixture
  await choose(anna, 500)
  only(await note(anna, laptop, 100))
  // Looking at the page is not writing.
  expect(only(await note(anna, phone, 0, dayIn(1)))).toMatchObject([{ day: today }])
  expect(only(await note(anna, phone, 7, dayIn(1)))).toMatchObject([
    { day: dayIn(1), typed: { [phone]: 7 } },
  ])
  expect(only(await note(anna, laptop, 200))).toMatchObject([
    { day: dayIn(1), typed: { [phone]: 7 } },
  ])
})

test('other days, numbers and units are refused, and devices are limited', async () => {
  const { bert } = fixture
  await choose(bert, 500)
  const refused = [
    await note(bert, laptop, 1, dayIn(3)),
    await note(bert, laptop, 1, dayIn(-3)),
    await note(bert, laptop, -1),
    await note(bert, laptop, 1_000_001),
    await choose(bert, 0),
    await choose(bert, 100_001),
    await choose(bert, 1, 'scenes'),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
  await fixture.database.pool.query(
    `update public.writing_goals set typed = (
       select jsonb_object_agg(gen_random_uuid(), 1) from generate_series(1, 100)
     ) where user_id = $1`,
    [bert.id],
  )
  const [row] = only(await note(bert, laptop, 1))
  expect(Object.keys(row?.typed as object)).toHaveLength(100)
})
