import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { WritingLimits } from '../../../server/ai/writer.ts'
import {
  type Behaviour,
  openHostileProvider,
  saying,
} from '../../support/providers/hostile-provider.ts'
import { providers, wireFormats } from '../../support/rest/wire-formats.ts'
import { testWriter, KEY, outcomeOf, prompt } from './writing.ts'

async function meet(behave: Behaviour, limits: Partial<WritingLimits> = {}) {
  const { requests, baseUrl } = await openHostileProvider('openai-compatible', behave)
  return { requests, ...testWriter('openai-compatible', baseUrl, limits) }
}

test.each(providers)(
  '%s: an echoed API key reaches neither the log nor the error',
  async (provider) => {
    const { keyHeader } = wireFormats[provider]
    const { baseUrl } = await openHostileProvider(provider, (answer, { headers }, number) => {
      const echo = `Wrong: ${keyHeader}: ${String(headers[keyHeader])}, half of it: ${KEY.slice(3, 18)}`
      if (number === 1) answer.refuse(401, { error: { message: echo, type: echo } })
      else if (number === 2) answer.refuse(400, echo)
      else answer.raw(`data: ${JSON.stringify({ error: { message: echo }, type: 'error' })}\n\n`)
    })
    const { writer, lines } = testWriter(provider, baseUrl)
    for (const code of ['provider_refused_key', 'provider_error', 'provider_error']) {
      const { failure } = await outcomeOf(writer)
      expect(failure).toMatchObject({ code })
      expect(failure?.cause).toBeUndefined()
      expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('sk-a')
    }
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('[hidden]')
    for (let at = 0; at + 6 <= KEY.length; at += 1) {
      expect(lines.join('')).not.toContain(KEY.slice(at, at + 6))
    }
  },
)

test("neither does the user's text", async () => {
  const { writer, lines } = await meet((answer, { body }) =>
    answer.refuse(400, { error: { message: `Cannot read ${JSON.stringify(body)}` } }),
  )
  await outcomeOf(writer)
  expect(lines.join('')).toContain('Cannot read')
  expect(lines.join('')).not.toContain('lighthouse keeper')
})

test('nothing is printed outside the log', async () => {
  const { writer } = await meet((answer) => answer.refuse(500))
  const printed: unknown[] = []
  const note = (warning: unknown) => printed.push(warning)
  process.on('warning', note)
  await outcomeOf(writer)
  process.off('warning', note)
  expect(printed).toEqual([])
})

test('Retry-After is honoured', async () => {
  let refused = 0
  let came = 0
  const { writer } = await meet((answer, _request, number) => {
    if (number === 1) {
      refused = performance.now()
      return answer.refuse(429, {}, { 'retry-after': '0.3' })
    }
    came = performance.now()
    answer.say('FADE IN:')
    return answer.end()
  })
  expect(await outcomeOf(writer)).toMatchObject({ text: 'FADE IN:' })
  expect(came - refused).toBeGreaterThanOrEqual(290)
})

test('a Retry-After beyond the limit fails at once', async () => {
  const { writer, requests } = await meet((answer) =>
    answer.refuse(429, {}, { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
  )
  expect(await outcomeOf(writer)).toMatchObject({ failure: { code: 'provider_busy' } })
  expect(requests).toHaveLength(1)
})

test('aborting during the backoff ends it without another attempt', async () => {
  const stop = new AbortController()
  const { writer, requests } = await meet(
    (answer) => {
      answer.refuse(503)
      stop.abort()
    },
    { firstWait: 20_000 },
  )
  expect(await outcomeOf(writer, stop.signal)).toMatchObject({ failure: { code: 'aborted' } })
  expect(requests).toHaveLength(1)
})

test('aborted before the start, it sends no request and logs nothing', async () => {
  const { writer, requests, lines } = await meet((answer) => answer.end())
  expect(await outcomeOf(writer, AbortSignal.abort())).toMatchObject({
    failure: { code: 'aborted' },
  })
  expect(requests).toEqual([])
  expect(lines).toEqual([])
})

test('a provider that refuses connections is unreachable', async () => {
  const { writer, lines } = testWriter('openai-compatible', 'http://127.0.0.1:9/v1')
  expect(await outcomeOf(writer)).toMatchObject({ failure: { code: 'provider_unreachable' } })
  expect(lines).toHaveLength(3)
})

test('a password in the base URL does not reach the log', async () => {
  const { writer, lines } = testWriter('openai-compatible', 'http://me:hunter22@127.0.0.1:9/v1')
  expect(await outcomeOf(writer)).toHaveProperty('failure')
  expect(lines.join('')).not.toContain('hunter22')
})

test('a prompt beyond the context window is prompt_too_long', async () => {
  const { writer } = await meet((answer) =>
    answer.refuse(400, { error: { message: 'too much', code: 'context_length_exceeded' } }),
  )
  expect(await outcomeOf(writer)).toMatchObject({ failure: { code: 'prompt_too_long' } })
})

test("Google's error for an invalid key is recognised", async () => {
  const { baseUrl } = await openHostileProvider('google', (answer) =>
    answer.refuse(400, {
      error: { code: 400, message: 'Not valid.', details: [{ reason: 'API_KEY_INVALID' }] },
    }),
  )
  const { writer } = testWriter('google', baseUrl)
  expect(await outcomeOf(writer)).toMatchObject({ failure: { code: 'provider_refused_key' } })
})

test('a <think> block before the answer is dropped', async () => {
  const { writer } = await meet(
    saying('\n<th', 'ink>A lighth', 'ouse... </thi', 'nk>\n\nFADE', ' IN: <think>'),
  )
  expect(await outcomeOf(writer)).toMatchObject({ text: 'FADE IN: <think>' })
})

test('control characters are dropped, and split surrogate pairs joined', async () => {
  const { writer } = await meet((answer) => {
    answer.raw('data: {"choices":[{"delta":{"content":"A\\u0000B\\r\\nC \\ud83c"}}]}\n\n')
    answer.raw('data: {"choices":[{"delta":{"content":"\\udf0a \\udf0a!"}}]}\n\n')
    answer.end()
  })
  expect(await outcomeOf(writer)).toMatchObject({ text: 'AB\nC 🌊 \ufffd!' })
})

test('an endless line or endless reasoning fails', async () => {
  const limits = { responseBytes: 300_000 }
  const line = await meet((answer) => answer.goOn(() => answer.raw('x'.repeat(1000))), limits)
  expect(await outcomeOf(line.writer)).toMatchObject({ failure: { code: 'provider_error' } })
  await line.requests[0]?.closed
  const musing = await meet((answer) => answer.goOn(() => answer.think('hmm '.repeat(99))), limits)
  expect(await outcomeOf(musing.writer)).toMatchObject({ failure: { code: 'provider_error' } })
  await musing.requests[0]?.closed
})

test('an endless error body is not read to the end', async () => {
  const { writer, requests } = await meet((answer) => {
    answer.beginRefusal(400)
    answer.goOn(() => answer.raw('no '.repeat(999)))
  })
  expect(await outcomeOf(writer)).toMatchObject({ failure: { code: 'provider_error' } })
  await requests[0]?.closed
})

test('a slow reader puts backpressure on the provider', async () => {
  let sent = 0
  const full = Promise.withResolvers<void>()
  const { writer } = await meet((answer) => {
    const piece = 'x'.repeat(10_000)
    const write = () => {
      sent += piece.length
      return answer.say(piece)
    }
    answer.goOn(write, full.resolve)
  })
  const writing = writer.write(prompt, new AbortController().signal)[Symbol.asyncIterator]()
  await writing.next()
  await full.promise
  expect(sent).toBeLessThan(16 * 1024 * 1024)
  await writing.return?.()
})
