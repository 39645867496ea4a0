import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { generationErrors } from '../../../server/common/messages.ts'
import type { WritingFailureCode } from '../../../server/ai/writer.ts'
import { type Behaviour, openHostileProvider } from '../../support/providers/hostile-provider.ts'
import { startLiveServer } from '../../support/signed-in.ts'
import {
  answersIn,
  generate,
  jobRow,
  KEY,
  newConversation,
  createWriters,
  untilEnded,
  usedBy,
} from './generation-server.ts'
import { unapplied } from './generation-fixture.ts'

/** Longer than a test waits: none of these failures is found by a deadline. */
const LIMITS = { firstToken: 600_000, betweenTokens: 600_000, firstWait: 5 }

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

// What a provider can do is the same for all of them from here on: ai/providers.test.ts tries each.
const AI_PROVIDER = 'openai-compatible'

/** What the provider does, and how the job must end. */
type Case = {
  behave: Behaviour
  /** Undefined means that the job completes. */
  code?: WritingFailureCode
  text: string
  requests?: number
}

const PIECE = 'x'.repeat(1024)

/** Echoes the whole request including the key, as careless services do. */
const echo = (headers: object) => ({ error: { message: JSON.stringify(headers), type: 'oops' } })

const normal: Case = {
  behave(answer) {
    answer.say('INT. ', 'LIGHTHOUSE ', '- NIGHT 🌊')
    answer.end()
  },
  text: 'INT. LIGHTHOUSE - NIGHT 🌊',
}
const endless: Case = {
  behave: (answer) => answer.goOn(() => answer.say(PIECE)),
  text: 'x'.repeat(200 * 1024),
}
const refused: Case = {
  behave: (answer, { headers }) => answer.refuse(500, echo(headers)),
  code: 'provider_error',
  text: '',
  requests: 3,
}
const reset: Case = {
  async behave(answer) {
    answer.say('INT. LIGHTH')
    await answer.flushed()
    answer.reset()
  },
  code: 'provider_unreachable',
  text: 'INT. LIGHTH',
}

let behave: Behaviour
let earlier = 0

const writers = await createWriters()
const { requests, baseUrl } = await openHostileProvider(AI_PROVIDER, (answer, request, number) =>
  behave(answer, request, number - earlier),
)
const server = await startLiveServer(
  writers.database.url,
  { writingLimits: LIMITS },
  { AI_PROVIDER, AI_MODEL: 'some-model', AI_API_KEY: KEY, AI_BASE_URL: baseUrl },
)

async function meet(one: Case) {
  behave = one.behave
  earlier = requests.length
  const conversationId = await newConversation(writers.pool, writers.anna)
  const jobId = await generate(server, writers.anna, { conversationId })
  return { conversationId, jobId, status: await untilEnded(server, writers.anna, jobId) }
}

test.each([
  ['a normal answer', normal],
  ['an answer without end', endless],
] as const)('%s completes, counts, and is in the conversation once', async (_name, one) => {
  const used = await usedBy(writers.pool, writers.anna)
  const { jobId, conversationId, status } = await meet(one)
  expect(status).toMatchObject({ status: 'completed', error: null, code: null })
  expect(status.result === one.text && status.partial === one.text).toBe(true)
  expect((await answersIn(writers.pool, conversationId)).map((text) => text === one.text)).toEqual([
    true,
  ])
  expect(await usedBy(writers.pool, writers.anna)).toBe(used + 1)
  expect(requests.length - earlier).toBe(1)
  const { model, tries, leased_until } = await jobRow(writers.pool, jobId)
  expect({ model, tries, leased_until }).toEqual({
    model: 'openai-compatible some-model',
    tries: 1,
    leased_until: null,
  })
})

test.each([
  ['a broken provider', refused],
  ['a connection reset in the middle', reset],
] as const)('%s fails at once with a sentence, and does not count', async (_name, one) => {
  const used = await usedBy(writers.pool, writers.anna)
  const { conversationId, status } = await meet(one)
  expect(status).toEqual({
    status: 'failed',
    result: null,
    error: generationErrors[one.code ?? 'aborted'],
    code: one.code,
    partial: one.text,
    messageId: null,
    ...unapplied,
  })
  expect(await answersIn(writers.pool, conversationId)).toEqual([])
  expect(await usedBy(writers.pool, writers.anna)).toBe(used)
  expect(requests.length - earlier).toBe(one.requests ?? 1)
})

test('token usage is stored with the job', async () => {
  const { jobId } = await meet(normal)
  const { input_tokens, cached_input_tokens, output_tokens } = await jobRow(writers.pool, jobId)
  expect([input_tokens, cached_input_tokens, output_tokens]).toEqual([5, 3, 7])
})

test('repeated oversized answers do not leak memory', async () => {
  const heap = async () => {
    for (let round = 0; round < 3; round += 1) await meet(endless)
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = await heap()
  expect((await heap()) - before).toBeLessThan(10 * 1024 * 1024)
})

test('the API key reaches the provider and nothing else', async () => {
  expect(requests[0]?.headers['authorization']).toContain(KEY)
  const logged = JSON.stringify(server.log)
  expect(logged).toContain('AI request failed')
  for (let at = 0; at + 8 <= KEY.length; at += 1) {
    expect(logged).not.toContain(KEY.slice(at, at + 8))
  }
  const { rows } = await writers.pool.query('select * from public.generation_jobs')
  expect(JSON.stringify(rows)).not.toContain(KEY)
})
