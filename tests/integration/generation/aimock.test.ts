import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { providers, wireFormats } from '../../support/rest/wire-formats.ts'
import { startLiveServer } from '../realtime/live-people.ts'
import {
  answersIn,
  follow,
  generate,
  jobRow,
  KEY,
  newConversation,
  createWriters,
  untilEnded,
} from './generation-server.ts'

const SCRIPT = `Title: The Letter

INT. LIGHTHOUSE - NIGHT

MARA
(reading)
It's dated tomorrow. 🌊
`

const mock = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent' })

beforeAll(async () => {
  mock.onMessage('lighthouse keeper', { content: SCRIPT, reasoning: 'Let me think.' })
  await mock.start()
})

afterAll(() => mock.stop())

test.each(providers)('%s writes the script into the conversation', async (provider) => {
  const { database, pool, anna } = await createWriters()
  const server = await startLiveServer(
    database.url,
    { writingLimits: { firstWait: 5 } },
    {
      AI_PROVIDER: provider,
      AI_MODEL: 'some-model',
      AI_API_KEY: KEY,
      AI_BASE_URL: mock.url + wireFormats[provider].base,
    },
  )
  mock.nextRequestError(429, { message: 'Rate limit', type: 'rate_limit_error' })
  const conversationId = await newConversation(pool, anna)
  const jobId = await generate(server, anna, { conversationId })
  const reader = await follow(server, anna, jobId)
  await reader.ended
  expect(reader.text).toBe(SCRIPT)
  const status = await untilEnded(server, anna, jobId)
  expect(status).toMatchObject({ status: 'completed', result: SCRIPT, partial: SCRIPT })
  expect(await answersIn(pool, conversationId)).toEqual([SCRIPT])
  expect(await jobRow(pool, jobId)).toMatchObject({
    model: `${provider} some-model`,
    input_tokens: expect.any(Number) as number,
    output_tokens: expect.any(Number) as number,
  })
})
