import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { boundedFetch } from '../../../server/ai/provider/bounded-fetch.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { wireFormats } from '../../support/rest/wire-formats.ts'
import { testWriter, outcomeOf } from './writing.ts'

const AT_ONCE = 3
const GATHER_FOR = 80

async function serve(answer: (response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((_request, response) => void answer(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const say = (response: ServerResponse, piece: string) =>
  new Promise<void>((resolve) => response.write(piece, () => resolve()))

async function saySlowly(response: ServerResponse, pieces: string[]): Promise<void> {
  for (const piece of pieces) await say(response, piece)
}

const words = Array.from({ length: 500 }, (_, n) => `word ${n}, `)

test('small chunks are read in batches, complete and in order', async () => {
  const url = await serve(async (response) => {
    await saySlowly(response, words)
    response.end()
  })
  const begun = performance.now()
  const { body } = await boundedFetch(1_000_000)(url)
  const chunks: string[] = []
  for await (const chunk of body ?? []) chunks.push(Buffer.from(chunk).toString())
  const moments = (performance.now() - begun) / GATHER_FOR
  expect(chunks.join('')).toBe(words.join(''))
  expect(chunks.length).toBeLessThanOrEqual(AT_ONCE + moments + 2)
  expect(chunks.length).toBeLessThan(words.length)
})

test('the first chunks are not delayed', async () => {
  const heard = Array.from({ length: AT_ONCE }, () => Promise.withResolvers<void>())
  const url = await serve(async (response) => {
    for (const [n, each] of heard.entries()) {
      await say(response, words[n] ?? '')
      await each.promise
    }
    response.end()
  })
  const { body } = await boundedFetch(1_000_000)(url)
  const begun = performance.now()
  let chunks = 0
  for await (const _ of body ?? []) {
    heard[chunks]?.resolve()
    chunks += 1
  }
  expect(chunks).toBe(AT_ONCE)
  expect(performance.now() - begun).toBeLessThan((AT_ONCE * GATHER_FOR) / 2)
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
