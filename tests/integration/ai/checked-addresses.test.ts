import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import type { Resolve } from '../../../server/ai/connections/checked-lookup.ts'
import { boundedFetch } from '../../../server/ai/provider/bounded-fetch.ts'
import { serveHttp } from './writing.ts'

/** A peer on loopback, and how many requests reached it. */
async function openPeer(answer: RequestListener) {
  let requests = 0
  const url = await serveHttp((request, response) => {
    requests += 1
    answer(request, response)
  })
  return { port: Number(new URL(url).port), requests: () => requests }
}

/** A resolver that gives these answers in the order of the lookups, and repeats the last one. */
const resolving =
  (...answers: string[][]): Resolve =>
  (_name, done) => {
    const addresses = answers.length > 1 ? answers.shift() : answers[0]
    done(
      null,
      (addresses ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }

/** The peers of these tests are on loopback, so it is allowed unless it is what is refused. */
const checked = (resolve: Resolve, allowsLoopback = true) =>
  boundedFetch({ responseBytes: 1_000_000, checksAddress: true, allowsLoopback, resolve })

const refusalOf = async (request: Promise<Response>) => {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason as Error,
  )
  return error?.cause instanceof Error ? error.cause.name : error?.name
}

test.each([
  [['169.254.169.254']],
  [['10.1.2.3']],
  [['192.168.0.1']],
  [['fd00:ec2::254']],
  [['fe80::1']],
  [['::ffff:10.0.0.1']],
  [['100.100.100.200']],
  // One allowed address does not make up for a forbidden one.
  [['127.0.0.1', '10.0.0.1']],
])('a name that resolves to %j is refused, and nothing is sent', async (addresses) => {
  const peer = await openPeer((_, response) => response.end('reached'))
  const url = `http://models.example.com:${peer.port}/v1/models`
  expect(await refusalOf(checked(resolving(addresses))(url))).toBe('AddressRefused')
  expect(peer.requests()).toBe(0)
})

test('a name that resolves to loopback is reached only where that is allowed', async () => {
  const peer = await openPeer((_, response) => response.end('reached'))
  const url = `http://models.example.com:${peer.port}/`
  const resolve = resolving(['127.0.0.1'])
  expect(await refusalOf(checked(resolve, false)(url))).toBe('AddressRefused')
  expect(peer.requests()).toBe(0)
  expect(await (await checked(resolve)(url)).text()).toBe('reached')
})

test('a name is resolved once for a connection: another answer afterwards changes nothing', async () => {
  const peer = await openPeer((_, response) => response.end('reached'))
  let lookups = 0
  const rebinding: Resolve = (_name, done) => {
    lookups += 1
    done(null, [{ address: lookups === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }])
  }
  const url = `http://rebinding.example.com:${peer.port}/`
  expect(await (await checked(rebinding)(url)).text()).toBe('reached')
  expect(lookups).toBe(1)
  expect(await refusalOf(checked(rebinding)(url))).toBe('AddressRefused')
  expect(peer.requests()).toBe(1)
})

test('an address without a name is refused before a socket is opened', async () => {
  const never: Resolve = () => {
    throw new Error('looked up')
  }
  for (const host of ['169.254.169.254', '[fe80::1]', '2852039166', '[::ffff:192.168.1.1]']) {
    expect(await refusalOf(checked(never)(`http://${host}/`))).toBe('AddressRefused')
  }
})

test('a redirect is returned as it is, wherever it leads', async () => {
  const target = await openPeer((_, response) => response.end('followed'))
  for (const location of [`http://127.0.0.1:${target.port}/`, 'http://169.254.169.254/']) {
    const peer = await openPeer((_, response) => response.writeHead(307, { location }).end())
    const response = await checked(resolving(['127.0.0.1']))(`http://127.0.0.1:${peer.port}/`)
    expect(response.status).toBe(307)
  }
  expect(target.requests()).toBe(0)
})

test('what the operator set in the environment is not checked', async () => {
  const send = boundedFetch({ responseBytes: 1_000 })
  const controller = new AbortController()
  const request = send('http://169.254.0.1:9/', { signal: controller.signal })
  controller.abort()
  expect(await refusalOf(request)).toBe('AbortError')
})
