import { beforeAll, describe, expect, test } from 'vitest'
import { newClient } from '../../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { startTestServer } from '../../support/test-server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

const few = { most: 3, seconds: 100 }
const PASSWORD = 'a good long password'

const start = (authLimits: object, env: Record<string, string> = {}) =>
  startTestServer({ DATABASE_URL: database.url, ...env }, { authLimits })

async function signInStatus(url: string, email: string, headers: Record<string, string> = {}) {
  const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
  return fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, ...headers },
    body: JSON.stringify({ email, password: 'wrong' }),
  })
}

describe('too many attempts', () => {
  test('for one address are refused with the time to wait; other addresses are not', async () => {
    const { url } = await start({ signInAddress: few })
    for (let n = 0; n < 3; n += 1)
      expect((await signInStatus(url, 'one@example.com')).status).toBe(400)
    const refused = await signInStatus(url, 'ONE@example.com')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(90)
    expect(await refused.json()).toMatchObject({ code: 'over_request_rate_limit' })
    expect((await signInStatus(url, 'two@example.com')).status).toBe(400)
  })

  test('the right password does not help once the limit is reached', async () => {
    const { url } = await start({ signInAddress: few })
    const client = await newClient(url)
    await client.auth.signUp({ email: 'known@example.com', password: PASSWORD })
    for (let n = 0; n < 3; n += 1) await signInStatus(url, 'known@example.com')
    const { error } = await client.auth.signInWithPassword({
      email: 'known@example.com',
      password: PASSWORD,
    })
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })

  test('are counted for all processes together', async () => {
    const [one, two] = [await start({ signInAddress: few }), await start({ signInAddress: few })]
    const statuses = []
    for (let n = 0; n < 4; n += 1) {
      statuses.push((await signInStatus(n % 2 ? one.url : two.url, 'shared@example.com')).status)
    }
    expect(statuses).toEqual([400, 400, 400, 429])
  })

  test('at once: exactly the allowed number passes', async () => {
    const { url } = await start({
      signInAddress: { most: 10, seconds: 100 },
      signInClient: { most: 1000, seconds: 100 },
    })
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => signInStatus(url, 'crowd@example.com')),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  })

  test('from one client are refused; X-Forwarded-For tells clients apart only behind a trusted proxy', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const direct = await start({ signInClient: { most: 2, seconds: 1 } })
    const trusting = await start({ signInClient: { most: 2, seconds: 100 } }, { TRUST_PROXY: '1' })
    const statuses = async (url: string, same: boolean) => {
      const answers = []
      for (let n = 1; n <= 3; n += 1) {
        const address = same ? '203.0.113.9' : `198.51.100.${n}`
        answers.push((await signInStatus(url, `${n}-${same}@example.com`, from(address))).status)
      }
      return answers
    }
    expect(await statuses(trusting.url, false)).toEqual([400, 400, 400])
    expect(await statuses(trusting.url, true)).toEqual([400, 400, 429])
    expect(await statuses(direct.url, false)).toContain(429)
  })

  test('to change an account are refused, for this user only', async () => {
    const { url } = await start({ updateUser: few })
    const [one, two] = [await newClient(url), await newClient(url)]
    await one.auth.signUp({ email: 'busy@example.com', password: PASSWORD })
    await two.auth.signUp({ email: 'calm@example.com', password: PASSWORD })
    const change = async (client: typeof one) =>
      (await client.auth.updateUser({ data: { color: 'blue' } })).error?.code
    for (let n = 0; n < 3; n += 1) expect(await change(one)).toBeUndefined()
    expect(await change(one)).toBe('over_request_rate_limit')
    expect(await change(two)).toBeUndefined()
  })

  test('to change accounts from one client are refused', async () => {
    const { url } = await start({ updateClient: { most: 1, seconds: 1 } })
    const client = await newClient(url)
    await client.auth.signUp({ email: 'client@example.com', password: PASSWORD })
    const codes = []
    for (let n = 0; n < 2; n += 1)
      codes.push((await client.auth.updateUser({ data: { n } })).error?.code)
    expect(codes).toContain('over_request_rate_limit')
  })

  test('are forgotten once the window is over', async () => {
    const { url } = await start({ signInAddress: { most: 1, seconds: 100 } })
    await signInStatus(url, 'patient@example.com')
    expect((await signInStatus(url, 'patient@example.com')).status).toBe(429)
    await database.pool.query(
      "update auth.rate_limits set resets_at = clock_timestamp() - interval '1 second'",
    )
    expect((await signInStatus(url, 'patient@example.com')).status).toBe(400)
  })
})
