import { beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../support/rest/world.ts'
import { accepted, begin, cancel, ended, until } from '../generation/generation-world.ts'
import { type HostileWorld, hostileWorld } from '../generation/hostile-world.ts'

let world: HostileWorld
let anna: SignedIn
let bert: SignedIn

beforeAll(async () => {
  world = await hostileWorld()
  anna = await world.person('anna')
  bert = await world.person('bert')
})

const SCRIPT = 'INT. HOUSE - DAY\n\nEmpty.\n\nEXT. PIER - DAY\n\nRain.'
const FAULTY = '<scene id="9">\nEXT. MOON - NIGHT\n\nDust.\n</scene>'

const usageOf = async ({ id }: SignedIn) => {
  const { rows } = await world.database.pool.query<Record<string, string>>(
    `select model, generations::int, failures::int, tokens_in::int, tokens_out::int, tokens_cached::int
     from private.usage_by_day where user_id = $1`,
    [id],
  )
  return rows
}

test('what the provider reports is the usage of the writer who asked, under the name of the model', async () => {
  await ended(anna, await accepted(anna))
  expect(await usageOf(anna)).toEqual([
    {
      model: 'openai-compatible some-model',
      generations: 1,
      failures: 0,
      tokens_in: 5,
      tokens_out: 7,
      tokens_cached: 3,
    },
  ])
  expect(await usageOf(bert)).toEqual([])
})

test('a job that is stopped while it asks once more has used what its first answer cost', async () => {
  const { id } = await begin(bert)
  const asked = Promise.withResolvers<void>()
  let answers = 0
  world.behave((answer) => {
    answers += 1
    if (answers === 1) {
      answer.say(FAULTY)
      answer.end()
    } else {
      answer.say('Now')
      asked.resolve()
    }
  })
  const jobId = await accepted(bert, { conversationId: id, currentScript: SCRIPT })
  await asked.promise
  await until(bert, jobId, { partial: 'Now' })
  await cancel(bert, jobId)
  expect(await usageOf(bert)).toEqual([
    {
      model: 'openai-compatible some-model',
      generations: 1,
      failures: 0,
      tokens_in: 5,
      tokens_out: 7,
      tokens_cached: 3,
    },
  ])
})
