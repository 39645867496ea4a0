import { beforeAll, describe, expect, test } from 'vitest'
import { generationErrors } from '../../../server/common/messages.ts'
import type { WritingLimits } from '../../../server/ai/writer.ts'
import { type Behaviour, openHostileProvider } from '../../support/providers/hostile-provider.ts'
import { providers } from '../../support/rest/wire-formats.ts'
import { startLiveServer } from '../realtime/live-people.ts'
import { generate, KEY, createWriters, untilEnded, usedBy } from './generation-server.ts'
import { unapplied } from './generation-fixture.ts'

let writers: Awaited<ReturnType<typeof createWriters>>

beforeAll(async () => {
  writers = await createWriters()
})

describe.each(providers)('%s', (provider) => {
  async function meet(behave: Behaviour, writingLimits: Partial<WritingLimits>) {
    const { requests, baseUrl } = await openHostileProvider(provider, behave)
    const server = await startLiveServer(
      writers.database.url,
      { writingLimits },
      {
        AI_PROVIDER: provider,
        AI_MODEL: 'some-model',
        AI_API_KEY: KEY,
        AI_BASE_URL: baseUrl,
      },
    )
    const jobId = await generate(server, writers.anna)
    const status = await untilEnded(server, writers.anna, jobId)
    await requests[0]?.closed
    return { status, tries: requests.length, used: await usedBy(writers.pool, writers.anna) }
  }

  const late = (partial: string) => ({
    status: {
      status: 'failed',
      result: null,
      error: generationErrors.provider_timeout,
      code: 'provider_timeout',
      partial,
      messageId: null,
      ...unapplied,
    },
    tries: 1,
    used: 0,
  })

  test('silence before the first token fails at the deadline, does not count, and closes the connection', async () => {
    expect(await meet(() => undefined, { firstToken: 1_000 })).toEqual(late(''))
  })

  test('silence in the middle does the same, and the text so far is kept', async () => {
    const behave: Behaviour = (answer) => answer.say('FADE ', 'IN')
    expect(await meet(behave, { betweenTokens: 300 })).toEqual(late('FADE IN'))
  })
})
