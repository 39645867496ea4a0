import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { providers, wireFormats } from '../../support/rest/wire-formats.ts'
import { testWriter, outcomeOf, prompt } from './writing.ts'

const SCRIPT = `Title: The Letter

INT. LIGHTHOUSE - NIGHT

MARA
(reading)
It's dated tomorrow. 🌊
`

const mock = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent' })

beforeAll(async () => {
  mock.onMessage('lighthouse keeper', { content: SCRIPT, reasoning: 'Let me think.' })
  mock.onMessage('too long', { content: 'FADE IN:', finishReason: 'length' })
  await mock.start()
})

afterAll(() => mock.stop())

const writerFor = (provider: (typeof providers)[number]) =>
  testWriter(provider, mock.url + wireFormats[provider].base).writer

test.each(providers)(
  '%s: the script arrives complete, in pieces, with its token usage',
  async (provider) => {
    const outcome = await outcomeOf(writerFor(provider))
    expect(outcome).toMatchObject({ text: SCRIPT, truncated: false })
    expect(outcome.parts).toBeGreaterThan(1)
    expect(outcome.usage?.outputTokens).toEqual(expect.any(Number))
  },
)

// aimock does not support this for OpenAI's Responses API.
const cutting = providers.filter((provider) => provider !== 'openai')

test.each(cutting)('%s: an answer truncated by the provider is marked', async (provider) => {
  const asked = { ...prompt, messages: [{ role: 'user' as const, content: 'much too long' }] }
  expect(await outcomeOf(writerFor(provider), undefined, asked)).toMatchObject({
    text: 'FADE IN:',
    truncated: true,
  })
})
