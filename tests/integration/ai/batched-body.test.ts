import type { ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { boundedFetch } from '../../../server/ai/provider/bounded-fetch.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { wireFormats } from '../../support/rest/wire-formats.ts'
import { outcomeOf, serveHttp, testWriter } from './writing.ts'

const AT_ONCE = 3
/** Milliseconds; a batch is sent at the latest after this. */
const GATHER_FOR = 200

const serve = (answer: (response: ServerResponse) => unknown) =>
  serveHttp((_request, response) => void answer(response))

const say = (response: ServerResponse, piece: string) =>
  new Promise<void>((resolve) => response.write(piece, () => resolve()))

async function saySlowly(response: ServerResponse, pieces: string[]): Promise<void> {
  for (const piece of pieces) await say(response, piece)
}

/** Stops the clock, so that a chunk which arrives cannot have waited for a batch. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  cleanUp(() => vi.useRealTimers())
}

const words = Array.from({ length: 500 }, (_, n) => `word ${n}, `)

test('small chunks are read in batches, complete and in order', async () => {
  stopClock()
  const url = await serve(async (response) => {
    await saySlowly(response, words)
    response.end()
  })
  const { body } = await boundedFetch({ responseBytes: 1_000_000 })(url)
  const chunks: string[] = []
  for await (const chunk of body ?? []) chunks.push(Buffer.from(chunk).toString())
  expect(chunks.join('')).toBe(words.join(''))
  expect(chunks.length).toBeLessThanOrEqual(AT_ONCE + 1)
})

/** A provider that sends each word once the previous one was read; returns a function that reads the next. */
async function hearWordByWord(count: number) {
  const heard = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const url = await serve(async (response) => {
    for (const [n, each] of heard.entries()) {
      await say(response, words[n] ?? '')
      await each.promise
    }
    response.end()
  })
  const { body } = await boundedFetch({ responseBytes: 1_000_000 })(url)
  const reader = body?.getReader()
  let at = 0
  return async () => {
    const { value } = (await reader?.read()) ?? {}
    heard[at]?.resolve()
    at += 1
    return value && Buffer.from(value).toString()
  }
}

test('the first chunks are not delayed, the next is', async () => {
  stopClock()
  const hear = await hearWordByWord(AT_ONCE + 1)
  for (const word of words.slice(0, AT_ONCE)) expect(await hear()).toBe(word)
  let isHeard = false
  const next = hear().finally(() => (isHeard = true))
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  expect(isHeard).toBe(false)
  vi.advanceTimersByTime(GATHER_FOR)
  expect(await next).toBe(words[AT_ONCE])
})

test('text still in the batch when the provider disconnects is kept', async () => {
  const wire = wireFormats['openai-compatible']
  const url = await serve(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    await saySlowly(
      response,
      words.map((word) => wire.text(word)),
    )
    response.socket?.end()
  })
  const { writer } = testWriter('openai-compatible', url)
  const { text, failure } = await outcomeOf(writer)
  expect(failure).toMatchObject({ code: 'provider_unreachable' })
  expect(text).toBe(words.join(''))
})

test.each([
  [
    'a status that is none',
    (response: ServerResponse) => response.socket?.end('HTTP/1.1 777 Odd\r\n\r\n'),
  ],
  ['no HTTP at all', (response: ServerResponse) => response.socket?.end('Good morning.\r\n\r\n')],
  [
    'another protocol',
    (response: ServerResponse) =>
      response.socket?.end('HTTP/1.1 101 No\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  ],
  ['nothing', (response: ServerResponse) => response.socket?.end()],
  ['an answer without a body', (response: ServerResponse) => response.writeHead(204).end()],
])('a provider that answers with %s is an ordinary failure', async (_what, answer) => {
  const url = await serve(answer)
  const { writer, lines } = testWriter('openai-compatible', url)
  const { failure } = await outcomeOf(writer)
  expect(failure?.code).toMatch(/^provider_(?:error|unreachable)$/)
  expect(lines.length).toBeGreaterThan(0)
})
