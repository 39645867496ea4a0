import { expect, test } from 'vitest'
import { buildPrompt } from '../../../server/generation/prompt/build-prompt.ts'
import { SYSTEM_PROMPT } from '../../../server/generation/prompt/system-prompt.ts'
import { openHostileProvider, saying } from '../../support/providers/hostile-provider.ts'
import { outcomeOf, testWriter } from './writing.ts'
import type { WritingLimits } from '../../../server/ai/writer.ts'
import { providers } from '../../support/rest/wire-formats.ts'

// What each provider gets, in its own wire format.

const currentScript = 'INT. LIGHTHOUSE - NIGHT\n\nThe lamp is out.\n\nEXT. PIER - DAY\n\nA boat.\n'

const { prompt } = buildPrompt(
  {
    request: 'Shorter.',
    currentScript,
    continued: null,
    conversation: [
      { type: 'user', content: 'A keeper.' },
      { type: 'ai', content: '<scene id="1">\nINT. LIGHTHOUSE - NIGHT\n</scene>' },
    ],
    examples: [{ id: '1', content: 'INT. EXAMPLE - DAY' }],
    target: { start: 25, end: 41 },
  },
  12_000,
)

const SCRIPT =
  '<scene id="1">\nINT. LIGHTHOUSE - NIGHT\n\n<target>The lamp is out.</target>\n</scene>\n\n' +
  '<scene id="2">\nEXT. PIER - DAY\n\nA boat.\n</scene>'
const EXAMPLE = '<example>\nINT. EXAMPLE - DAY\n</example>'
const FIRST = `${SCRIPT}\n\n${EXAMPLE}\n\nA keeper.`
const ANSWER = '<scene id="1">\nINT. LIGHTHOUSE - NIGHT\n</scene>'
const REQUEST =
  '<request>\nShorter.\n</request>\n\nOnly the passage between <target> and </target> may change. Answer with <text> for exactly that passage.'

async function sent(provider: (typeof providers)[number], limits: Partial<WritingLimits> = {}) {
  const { requests, baseUrl } = await openHostileProvider(
    provider,
    saying('<text>It is dark.</text>'),
  )
  const { writer } = testWriter(provider, baseUrl, limits)
  const { text } = await outcomeOf(writer, undefined, prompt)
  expect(text).toBe('<text>It is dark.</text>')
  return requests[0]?.body
}

const cache_control = { type: 'ephemeral' }
const textBlock = (text: string) => ({ type: 'text', text })

test('anthropic gets a cache breakpoint after the system prompt and each part of the context', async () => {
  expect(await sent('anthropic')).toMatchObject({
    system: [{ ...textBlock(SYSTEM_PROMPT), cache_control }],
    messages: [
      {
        role: 'user',
        content: [
          { ...textBlock(SCRIPT), cache_control },
          { ...textBlock(EXAMPLE), cache_control },
          textBlock('A keeper.'),
        ],
      },
      { role: 'assistant', content: [textBlock(ANSWER)] },
      { role: 'user', content: [textBlock(REQUEST)] },
    ],
    max_tokens: 64_000,
  })
})

test('anthropic gets at most four breakpoints, also with an outline', async () => {
  const outlined = { ...prompt, context: ['<outline>\n</outline>', SCRIPT, EXAMPLE] }
  const { requests, baseUrl } = await openHostileProvider('anthropic', saying('Yes.'))
  await outcomeOf(testWriter('anthropic', baseUrl).writer, undefined, outlined)
  expect(JSON.stringify(requests[0]?.body).match(/"cache_control"/g)).toHaveLength(4)
})

test('openai gets plain text, and is not to store it', async () => {
  const body = await sent('openai')
  expect(body).toMatchObject({
    input: [
      { content: SYSTEM_PROMPT },
      { role: 'user', content: [{ type: 'input_text', text: FIRST }] },
      { role: 'assistant', content: ANSWER },
      { role: 'user', content: [{ type: 'input_text', text: REQUEST }] },
    ],
    store: false,
  })
  expect(body).not.toHaveProperty('max_output_tokens')
})

test('google gets the system prompt apart, and one part for each turn', async () => {
  const body = await sent('google')
  expect(body).toMatchObject({
    systemInstruction: { parts: [{ text: SYSTEM_PROMPT }] },
    contents: [
      { role: 'user', parts: [{ text: FIRST }] },
      { role: 'model', parts: [{ text: ANSWER }] },
      { role: 'user', parts: [{ text: REQUEST }] },
    ],
  })
  expect(body).not.toHaveProperty('generationConfig.maxOutputTokens')
})

test('a local server gets messages whose content is a string', async () => {
  const body = await sent('openai-compatible')
  expect(body).toMatchObject({
    messages: [
      { role: 'system', content: SYSTEM_PROMPT },
      { role: 'user', content: FIRST },
      { role: 'assistant', content: ANSWER },
      { role: 'user', content: REQUEST },
    ],
  })
  expect(body).not.toHaveProperty('max_tokens')
  expect(JSON.stringify(body)).not.toContain('cache_control')
})

test.each([
  ['anthropic', 'max_tokens'],
  ['openai', 'max_output_tokens'],
  ['google', 'generationConfig.maxOutputTokens'],
  ['openai-compatible', 'max_tokens'],
] as const)('%s is told the output limit', async (provider, field) => {
  expect(await sent(provider, { outputTokens: 5000 })).toHaveProperty(field, 5000)
})
