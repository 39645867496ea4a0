import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { CallerGuard } from '../../../server/database/caller.ts'
import type { Identify } from '../../../server/database/request-transaction.ts'

const ANON_KEY = 'public-key'

const identify: Identify = async (token) => {
  if (token === ANON_KEY) return { role: 'anon', claims: {} }
  if (token === 'old') return 'expired'
  return token === 'good' ? { role: 'authenticated', claims: { sub: 'anna' } } : 'invalid'
}

const refusals = {
  noApiKey: () => new Error('no key'),
  badApiKey: () => new Error('bad key'),
  badToken: () => new Error('bad token'),
  expiredToken: () => new Error('expired'),
}

const open = new CallerGuard(ANON_KEY, identify, refusals)
const signedInOnly = new CallerGuard(ANON_KEY, identify, {
  ...refusals,
  noToken: () => new Error('no token'),
})

function request(headers: Record<string, string>, query: Record<string, string> = {}) {
  const incoming = { headers } as unknown as IncomingMessage
  return { env: { incoming }, req: { query: (name: string) => query[name] } }
}

const withToken = (authorization: string) => request({ apikey: ANON_KEY, authorization })

test('the API key comes in a header or in the query', async () => {
  await expect(open.admit(request({ apikey: ANON_KEY }))).resolves.toMatchObject({ role: 'anon' })
  await expect(open.admit(request({}, { apikey: ANON_KEY }))).resolves.toMatchObject({
    role: 'anon',
  })
})

test('a missing or wrong API key is refused before the token is looked at', async () => {
  await expect(open.admit(request({ authorization: 'Bearer old' }))).rejects.toThrow('no key')
  await expect(open.admit(request({ apikey: 'x', authorization: 'Bearer old' }))).rejects.toThrow(
    'bad key',
  )
})

test.each(['Bearer good', 'bearer good', 'Bearer   good'])(
  '%j identifies the user',
  async (header) => {
    const identity = { role: 'authenticated', claims: { sub: 'anna' } }
    await expect(open.admit(withToken(header))).resolves.toEqual(identity)
    await expect(signedInOnly.admit(withToken(header))).resolves.toEqual(identity)
  },
)

test.each([
  ['Bearer old', 'expired'],
  ['Bearer forged', 'bad token'],
  ['Basic good', 'bad token'],
  ['Bearer', 'bad token'],
])('%j is refused as: %s', async (header, reason) =>
  expect(open.admit(withToken(header))).rejects.toThrow(reason),
)

test('where signing in is required, anonymous callers are refused', async () => {
  await expect(signedInOnly.admit(request({ apikey: ANON_KEY }))).rejects.toThrow('no token')
  await expect(signedInOnly.admit(withToken('Basic good'))).rejects.toThrow('no token')
  await expect(signedInOnly.admit(withToken(`Bearer ${ANON_KEY}`))).rejects.toThrow('bad token')
})
