import { describe, expect, test } from 'vitest'
import {
  type Behaviour,
  openHostileProvider,
  saying,
} from '../../support/providers/hostile-provider.ts'
import { providers, wireFormats } from '../../support/rest/wire-formats.ts'
import { testWriter, KEY, outcomeOf, prompt } from './writing.ts'
import type { WritingLimits } from '../../../server/ai/writer.ts'

describe.each(providers)('%s', (provider) => {
  async function meet(behave: Behaviour, limits: Partial<WritingLimits> = {}) {
    const { requests, baseUrl } = await openHostileProvider(provider, behave)
    return { requests, ...testWriter(provider, baseUrl, limits) }
  }

  test('an answer arrives in pieces with its token usage, and the key is in the right header', async () => {
    const { writer, requests } = await meet(saying('INT. ', 'LIGHTHOUSE ', '- NIGHT 🌊'))
    expect(await outcomeOf(writer)).toMatchObject({
      text: 'INT. LIGHTHOUSE - NIGHT 🌊',
      parts: 3,
      usage: { inputTokens: 5, cachedInputTokens: 3, outputTokens: 7 },
      truncated: false,
    })
    expect(requests).toHaveLength(1)
    expect(requests[0]?.headers[wireFormats[provider].keyHeader]).toContain(KEY)
    expect(JSON.stringify(requests[0]?.body)).toContain(prompt.system)
    expect(JSON.stringify(requests[0]?.body)).toContain(prompt.request)
  })

  test('reasoning is not text', async () => {
    const { writer } = await meet((answer) => {
      answer.think('Let me see. ', 'A lighthouse.')
      answer.say('FADE IN:')
      answer.end()
    })
    expect(await outcomeOf(writer)).toMatchObject({ text: 'FADE IN:', truncated: false })
  })

  test('a 429 is retried once and then succeeds', async () => {
    const { writer, requests, lines } = await meet((answer, _request, number) => {
      if (number === 1) answer.refuse(429, { error: { message: 'slow down' } })
      else {
        answer.say('FADE IN:')
        answer.end()
      }
    })
    expect(await outcomeOf(writer)).toMatchObject({ text: 'FADE IN:', truncated: false })
    expect(requests).toHaveLength(2)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"status":429')
  })

  test.each([
    [429, 'provider_busy', 3],
    [500, 'provider_error', 3],
    [503, 'provider_busy', 3],
    [400, 'provider_error', 1],
    [401, 'provider_refused_key', 1],
    [403, 'provider_refused_key', 1],
    [404, 'provider_error', 1],
    [307, 'provider_error', 1],
  ])('a permanent status %i is %s after %i attempts', async (status, code, tries) => {
    const { writer, requests } = await meet((answer) =>
      answer.refuse(status, { error: { message: 'no' } }, { location: 'http://127.0.0.1:9/' }),
    )
    expect(await outcomeOf(writer)).toMatchObject({ text: '', failure: { code } })
    expect(requests).toHaveLength(tries)
  })

  test('a connection reset before any text is retried', async () => {
    const { writer, requests } = await meet(async (answer, _request, number) => {
      answer.begin()
      if (number === 1) {
        await answer.flushed()
        return answer.reset()
      }
      answer.say('FADE IN:')
      return answer.end()
    })
    expect(await outcomeOf(writer)).toMatchObject({ text: 'FADE IN:' })
    expect(requests).toHaveLength(2)
  })

  test('a connection reset in the middle is not retried, and the text so far is kept', async () => {
    const { writer, requests } = await meet(async (answer) => {
      answer.say('INT. LIGHT')
      await answer.flushed()
      answer.reset()
    })
    expect(await outcomeOf(writer)).toMatchObject({
      text: 'INT. LIGHT',
      failure: { code: 'provider_unreachable' },
    })
    expect(requests).toHaveLength(1)
  })

  test('an answer without a finish reason is marked as truncated', async () => {
    const { writer } = await meet((answer) => {
      answer.say('INT. LIGHT')
      answer.close()
    })
    expect(await outcomeOf(writer)).toMatchObject({ text: 'INT. LIGHT', truncated: true })
  })

  test('invalid JSON is an error, before the text and within it', async () => {
    const before = await meet((answer) => answer.raw('data: {"choices": [oops\n\n'))
    expect(await outcomeOf(before.writer)).toMatchObject({ failure: { code: 'provider_error' } })
    expect(before.requests).toHaveLength(1)
    const inside = await meet((answer) => {
      answer.say('FADE')
      answer.raw('data: }{\n\n')
    })
    expect(await outcomeOf(inside.writer)).toMatchObject({
      text: 'FADE',
      failure: { code: 'provider_error' },
    })
  })

  test('an HTML page instead of an answer is an error', async () => {
    const { writer } = await meet((answer) => answer.refuse(200, '<html>Welcome</html>'))
    expect(await outcomeOf(writer)).toMatchObject({ failure: { code: 'provider_error' } })
  })

  test('no first token before the deadline is a timeout and closes the connection', async () => {
    const silent = await meet(() => undefined, { firstToken: 500 })
    expect(await outcomeOf(silent.writer)).toMatchObject({ failure: { code: 'provider_timeout' } })
    await silent.requests[0]?.closed
    const wordless = await meet((answer) => answer.begin(), { firstToken: 500 })
    expect(await outcomeOf(wordless.writer)).toMatchObject({
      failure: { code: 'provider_timeout' },
    })
    await wordless.requests[0]?.closed
    expect(wordless.requests).toHaveLength(1)
  })

  test('silence in the middle is a timeout that keeps the text so far', async () => {
    const { writer, requests } = await meet((answer) => answer.say('FADE '), { betweenTokens: 50 })
    expect(await outcomeOf(writer)).toMatchObject({
      text: 'FADE ',
      failure: { code: 'provider_timeout' },
    })
    await requests[0]?.closed
  })

  test('reasoning renews the deadline, and silence after it counts as silence in the middle', async () => {
    const limits = { firstToken: 600_000, betweenTokens: 50 }
    const { writer } = await meet((answer) => answer.think('Let me see.'), limits)
    expect(await outcomeOf(writer)).toMatchObject({ failure: { code: 'provider_timeout' } })
  })

  test('a slow answer is fine as long as no pause exceeds the deadline', async () => {
    const { writer } = await meet(
      async (answer) => {
        for (const piece of 'FADE IN:'.split('')) {
          answer.say(piece)
          await answer.flushed()
        }
        answer.end()
      },
      { firstToken: 20_000, betweenTokens: 20_000 },
    )
    expect(await outcomeOf(writer)).toMatchObject({ text: 'FADE IN:', parts: 8 })
  })

  test('an answer without text, or only white space, is empty_answer', async () => {
    const nothing = await meet((answer) => answer.end())
    expect(await outcomeOf(nothing.writer)).toMatchObject({ failure: { code: 'empty_answer' } })
    const blank = await meet(saying(' ', '\n'))
    expect(await outcomeOf(blank.writer)).toMatchObject({
      parts: 0,
      failure: { code: 'empty_answer' },
    })
  })

  test('a content filter is content_refused', async () => {
    const { writer } = await meet((answer) => answer.end('refusing'))
    expect(await outcomeOf(writer)).toMatchObject({ failure: { code: 'content_refused' } })
  })

  test('an endless answer is truncated at a character boundary, and the connection closed', async () => {
    const { writer, requests } = await meet(
      (answer) => answer.goOn(() => answer.say('wave 🌊 '.repeat(20))),
      { outputBytes: 10_001 },
    )
    const { text, truncated } = await outcomeOf(writer)
    expect(truncated).toBe(true)
    expect(Buffer.byteLength(text)).toBeGreaterThan(10_001 - 4)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10_001)
    expect(text.isWellFormed()).toBe(true)
    await requests[0]?.closed
  })

  test('an answer of 5 MB in one piece is truncated at 200 KB', async () => {
    const { writer, requests } = await meet((answer) => answer.say('x'.repeat(5 * 1024 * 1024)))
    const { text, truncated } = await outcomeOf(writer)
    expect(text).toHaveLength(200 * 1024)
    expect(truncated).toBe(true)
    await requests[0]?.closed
  })

  test('aborting in the middle closes the connection at once', async () => {
    // Longer than any test runs, so that no timeout closes the connection.
    const limits = { firstToken: 600_000, betweenTokens: 600_000 }
    const { writer, requests } = await meet((answer) => answer.say('FADE '), limits)
    const stop = new AbortController()
    const writing = writer.write(prompt, stop.signal)[Symbol.asyncIterator]()
    expect(await writing.next()).toMatchObject({ value: { text: 'FADE ' } })
    // Abort while no read is pending.
    stop.abort()
    await requests[0]?.closed
    await expect(writing.next()).rejects.toMatchObject({ code: 'aborted' })
  })
})
