import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, test } from 'vitest'
import { generationErrors } from '../../../server/common/messages.ts'
import { openHostileProvider } from '../../support/providers/hostile-provider.ts'
import { providers, wireFormats } from '../../support/rest/wire-formats.ts'
import { type LiveServer, startLiveServer } from '../realtime/live-people.ts'
import { type Case, hostileCases } from './hostile-cases.ts'
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
import { SCRIPT, testEdits } from './answers/provider-edits.ts'

/** Longer than a test waits: none of these failures is found by a deadline. */
const LIMITS = { firstToken: 600_000, betweenTokens: 600_000, firstWait: 5 }

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe.each(providers)('%s', (provider) => {
  let writers: Awaited<ReturnType<typeof createWriters>>
  let server: LiveServer
  let behave: Case['behave']
  let requests: unknown[]
  let earlier = 0

  beforeAll(async () => {
    writers = await createWriters()
    const hostile = await openHostileProvider(provider, (answer, request, number) =>
      behave(answer, request, number - earlier),
    )
    requests = hostile.requests
    server = await startLiveServer(
      writers.database.url,
      { writingLimits: LIMITS },
      {
        AI_PROVIDER: provider,
        AI_MODEL: 'some-model',
        AI_API_KEY: KEY,
        AI_BASE_URL: hostile.baseUrl,
      },
    )
  })

  async function meet(one: Case) {
    behave = one.behave
    earlier = requests.length
    const conversationId = await newConversation(writers.pool, writers.anna)
    const jobId = await generate(server, writers.anna, { conversationId })
    return { conversationId, jobId, status: await untilEnded(server, writers.anna, jobId) }
  }

  const all = Object.entries(hostileCases)
  const good = all.filter(([, { code }]) => code === undefined)
  const bad = all.filter(([, { code }]) => code !== undefined)

  test.each(good)('%s completes, counts, and is in the conversation once', async (_name, one) => {
    const used = await usedBy(writers.pool, writers.anna)
    const { jobId, conversationId, status } = await meet(one)
    expect(status).toMatchObject({ status: 'completed', error: null, code: null })
    expect(status.result === one.text && status.partial === one.text).toBe(true)
    expect(
      (await answersIn(writers.pool, conversationId)).map((text) => text === one.text),
    ).toEqual([true])
    expect(await usedBy(writers.pool, writers.anna)).toBe(used + 1)
    expect(requests.length - earlier).toBe(one.requests ?? 1)
    const { model, tries, leased_until } = await jobRow(writers.pool, jobId)
    expect({ model, tries, leased_until }).toEqual({
      model: `${provider} some-model`,
      tries: 1,
      leased_until: null,
    })
  })

  test.each(bad)('%s fails at once with a sentence, and does not count', async (_name, one) => {
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

  testEdits({
    async ask(answers, body) {
      const texts = [...answers]
      behave = (answer) => {
        // In pieces that may end anywhere, even inside a tag.
        answer.say(...(texts.shift()?.match(/[\s\S]{1,7}/g) ?? []))
        answer.end()
      }
      const conversationId = await newConversation(writers.pool, writers.anna)
      const asked = { currentScript: SCRIPT, conversationId, ...body }
      const jobId = await generate(server, writers.anna, asked)
      const { script, result, withheld } = await untilEnded(server, writers.anna, jobId)
      const { body: last } = requests.at(-1) as { body: unknown }
      return { script, result, withheld, jobId, asked: JSON.stringify(last) }
    },
    sent: () => requests.length,
    rowOf: (jobId) => jobRow(writers.pool, jobId),
  })

  test('token usage is stored with the job', async () => {
    const { jobId } = await meet(hostileCases['a normal answer'] as Case)
    const { input_tokens, cached_input_tokens, output_tokens } = await jobRow(writers.pool, jobId)
    expect([input_tokens, cached_input_tokens, output_tokens]).toEqual([5, 3, 7])
  })

  // With one provider only: the code in this thread, whose memory is measured, is the same for all.
  test.each(provider === providers[0] ? [provider] : [])(
    'repeated oversized answers of %s do not leak memory',
    async () => {
      const heap = async () => {
        for (let round = 0; round < 2; round += 1) {
          await meet(hostileCases['an answer of 5 MB'] as Case)
          await meet(hostileCases['an answer without end'] as Case)
        }
        collectGarbage()
        return process.memoryUsage().heapUsed
      }
      const before = await heap()
      expect((await heap()) - before).toBeLessThan(10 * 1024 * 1024)
    },
  )

  test('the API key reaches the provider and nothing else', async () => {
    const { keyHeader } = wireFormats[provider]
    const [first] = requests as { headers: Record<string, string> }[]
    expect(first?.headers[keyHeader]).toContain(KEY)
    const logged = JSON.stringify(server.log)
    expect(logged).toContain('AI request failed')
    for (let at = 0; at + 8 <= KEY.length; at += 1) {
      expect(logged).not.toContain(KEY.slice(at, at + 8))
    }
    const { rows } = await writers.pool.query('select * from public.generation_jobs')
    expect(JSON.stringify(rows)).not.toContain(KEY)
  })
})
