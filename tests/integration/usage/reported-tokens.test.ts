import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import type { SignedIn } from '../../support/rest/fixture.ts'
import { accepted, begin, cancel, ended, until } from '../generation/generation-fixture.ts'
import { hostileFixture } from '../generation/hostile-fixture.ts'

const fixture = forFile(hostileFixture)
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

const SCRIPT = 'INT. HOUSE - DAY\n\nEmpty.\n\nEXT. PIER - DAY\n\nRain.'
const FAULTY = '<scene id="9">\nEXT. MOON - NIGHT\n\nDust.\n</scene>'

/** One generation that the provider has reported. */
const ONE = {
  model: 'openai-compatible some-model',
  generations: 1,
  failures: 0,
  tokens_in: 5,
  tokens_out: 7,
  tokens_cached: 3,
}

const usageOf = async ({ id }: SignedIn) => {
  const { rows } = await fixture.database.pool.query<Record<string, string>>(
    `select model, generations::int, failures::int, tokens_in::int, tokens_out::int, tokens_cached::int
     from private.usage_by_day where user_id = $1`,
    [id],
  )
  return rows
}

test('what the provider reports is the usage of the writer who asked, under the name of the model', async () => {
  await ended(anna, await accepted(anna))
  expect(await usageOf(anna)).toEqual([ONE])
  expect(await usageOf(bert)).toEqual([])
})

test('a job that is stopped while it asks once more has used what its first answer cost', async () => {
  const { id } = await begin(bert)
  const asked = Promise.withResolvers<void>()
  let answers = 0
  fixture.behave((answer) => {
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
  expect(await usageOf(bert)).toEqual([ONE])
})

const data = (value: string) => `data: ${value}\n\n`
const finish = JSON.stringify({
  id: 'c1',
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
})

test.each([
  { reported: ['3000000000', '3', '2147483648'], stored: [null, null, null] },
  { reported: ['-5', '-1', '-7'], stored: [null, null, null] },
  { reported: ['5.5', '0.1', '1e300'], stored: [null, null, null] },
  { reported: ['2147483647', '3', '2147483647'], stored: [2147483647, 3, 2147483647] },
  // Cached tokens are a part of the input.
  { reported: ['5', '9', '7'], stored: [5, 5, 7] },
  { reported: ['null', '3', 'null'], stored: [0, 0, 0] },
])('a provider that reports $reported fails no job', async ({ reported, stored }) => {
  const carl = await fixture.person('carl')
  const [input, cached, output] = reported
  fixture.behave((answer) => {
    answer.say('FADE IN:')
    answer.raw(
      data(finish) +
        data(
          `{"id":"c1","choices":[],"usage":{"prompt_tokens":${input},"prompt_tokens_details":{"cached_tokens":${cached}},"completion_tokens":${output}}}`,
        ) +
        data('[DONE]'),
    )
    answer.close()
  })
  expect(await ended(carl, await accepted(carl))).toMatchObject({ status: 'completed' })
  const { rows } = await fixture.database.pool.query({
    text: `select input_tokens, cached_input_tokens, output_tokens
           from public.generation_jobs where user_id = $1`,
    values: [carl.id],
    rowMode: 'array',
  })
  expect(rows).toEqual([stored])
  expect(await usageOf(carl)).toMatchObject([
    { generations: 1, failures: 0, tokens_in: stored[0] ?? 0, tokens_out: stored[2] ?? 0 },
  ])
})

test('a provider that reports no number at all fails the job as any broken answer, and it is refunded', async () => {
  const dora = await fixture.person('dora')
  fixture.behave((answer) => {
    answer.say('FADE IN:')
    answer.raw(data(finish) + data('{"id":"c1","choices":[],"usage":{"prompt_tokens":"many"}}'))
    answer.close()
  })
  expect(await ended(dora, await accepted(dora))).toMatchObject({
    status: 'failed',
    code: 'provider_error',
  })
  expect(await usageOf(dora)).toMatchObject([{ generations: 1, failures: 1, tokens_in: 0 }])
})

test('the sum of several answers neither shrinks nor exceeds what can be stored', async () => {
  const { rows } = await fixture.database.pool.query({
    text: `select private.add_tokens(null, null), private.add_tokens(null, -5), private.add_tokens(7, -5),
             private.add_tokens(7, null), private.add_tokens(2147483647, 2147483647)`,
    rowMode: 'array',
  })
  expect(rows).toEqual([[null, 0, 7, 7, 2147483647]])
})
