import { describe, expect, test } from 'vitest'
import { newClient } from '../../support/client.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const database = fileDatabase()

const few = { most: 3, seconds: 100 }
const PASSWORD = 'a good long password'

const start = (authLimits: object, env: Record<string, string> = {}) =>
  startTestServer({ DATABASE_URL: database.url, ...env }, { authLimits })

const signInStatus = (
  { url, anonKey }: TestServer,
  email: string,
  headers: Record<string, string> = {},
  password = 'wrong',
) =>
  fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, ...headers },
    body: JSON.stringify({ email, password }),
  })

describe('too many attempts', () => {
  test('for one address are refused with the time to wait; other addresses are not', async () => {
    const server = await start({ signInAddress: few })
    for (let n = 0; n < 3; n += 1)
      expect((await signInStatus(server, 'one@example.com')).status).toBe(400)
    const refused = await signInStatus(server, 'ONE@example.com')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(90)
    expect(await refused.json()).toMatchObject({ code: 'over_request_rate_limit' })
    expect((await signInStatus(server, 'two@example.com')).status).toBe(400)
  })

  test('the right password does not help once the limit is reached', async () => {
    const server = await start({ signInAddress: few })
    const client = await newClient(server.url)
    await client.auth.signUp({ email: 'known@example.com', password: PASSWORD })
    for (let n = 0; n < 3; n += 1) await signInStatus(server, 'known@example.com')
    const { error } = await client.auth.signInWithPassword({
      email: 'known@example.com',
      password: PASSWORD,
    })
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })

  describe('by a stranger', () => {
    const env = { TRUST_PROXY: '1' }
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0'
    const from = (address: string, agent = 'curl/8') => ({
      'x-forwarded-for': address,
      'user-agent': agent,
    })
    const wrong = async (server: TestServer, email: string, address: string) => {
      const answers = []
      for (let n = 0; n < 4; n += 1)
        answers.push((await signInStatus(server, email, from(address))).status)
      return answers
    }

    test('do not lock the owner out, who signs in from elsewhere', async () => {
      const server = await start({ signInAddress: few }, env)
      const email = 'admin@example.com'
      await (await newClient(server.url)).auth.signUp({ email, password: PASSWORD })
      expect(await wrong(server, email, '203.0.113.50')).toEqual([400, 400, 400, 429])
      const owner = await signInStatus(server, email, from('198.51.100.7'), PASSWORD)
      expect(owner.status).toBe(200)
    })

    test('in the same network do not lock a device out that has signed in before', async () => {
      const server = await start({ signInAddress: few }, env)
      const email = 'neighbour@example.com'
      await (await newClient(server.url)).auth.signUp({ email, password: PASSWORD })
      const signIn = (agent: string) =>
        signInStatus(server, email, from('203.0.113.50', agent), PASSWORD)
      expect((await signIn(firefox)).status).toBe(200)
      await wrong(server, email, '203.0.113.50')
      expect((await signIn('another new device')).status).toBe(429)
      expect((await signIn(firefox)).status).toBe(200)
    })

    test('with the same browser next door do not lock a device out that has signed in before', async () => {
      const server = await start(
        { signInAddress: few, signInEverywhere: { most: 5, seconds: 100 } },
        env,
      )
      const email = 'next-door@example.com'
      await (await newClient(server.url)).auth.signUp({ email, password: PASSWORD })
      const signIn = async (address: string, password?: string) =>
        (await signInStatus(server, email, from(address, firefox), password)).status
      expect(await signIn('203.0.113.50', PASSWORD)).toBe(200)
      for (const answer of [400, 400, 400, 429]) expect(await signIn('203.0.113.51')).toBe(answer)
      expect(await signIn('203.0.113.50', PASSWORD)).toBe(200)
      // All of these addresses together have a limit, too.
      expect(await signIn('203.0.113.52')).toBe(429)
    })

    test('from many clients lock new devices out, not known ones', async () => {
      const server = await start({ signInEverywhere: few }, env)
      const email = 'target@example.com'
      await (await newClient(server.url)).auth.signUp({ email, password: PASSWORD })
      const signIn = (address: string) =>
        signInStatus(server, email, from(address, firefox), PASSWORD)
      expect((await signIn('198.51.100.7')).status).toBe(200)
      for (let n = 1; n <= 4; n += 1) await signInStatus(server, email, from(`203.0.113.${n}`))
      expect((await signIn('192.0.2.1')).status).toBe(429)
      expect((await signIn('198.51.100.7')).status).toBe(200)
    })

    test('are counted by /64 with IPv6', async () => {
      const server = await start({ signInClient: { most: 2, seconds: 100 } }, env)
      const statuses = []
      for (const address of [
        '2001:db8:0:1::1',
        '2001:db8::1:2:3:4:5',
        '2001:db8:0:1:ffff::',
        '2001:db8:0:2::1',
      ])
        statuses.push(
          (await signInStatus(server, `${statuses.length}@example.com`, from(address))).status,
        )
      expect(statuses).toEqual([400, 400, 429, 400])
    })
  })

  test('are counted for all processes together', async () => {
    const [one, two] = [await start({ signInAddress: few }), await start({ signInAddress: few })]
    const statuses = []
    for (let n = 0; n < 4; n += 1) {
      statuses.push((await signInStatus(n % 2 ? one : two, 'shared@example.com')).status)
    }
    expect(statuses).toEqual([400, 400, 400, 429])
  })

  test('at once: exactly the allowed number passes', async () => {
    const server = await start({
      signInAddress: { most: 10, seconds: 100 },
      signInClient: { most: 1000, seconds: 100 },
    })
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => signInStatus(server, 'crowd@example.com')),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  })

  test('from one client are refused; X-Forwarded-For tells clients apart only behind a trusted proxy', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const direct = await start({ signInClient: { most: 2, seconds: 1 } })
    const trusting = await start({ signInClient: { most: 2, seconds: 100 } }, { TRUST_PROXY: '1' })
    const statuses = async (server: TestServer, same: boolean) => {
      const answers = []
      for (let n = 1; n <= 3; n += 1) {
        const address = same ? '203.0.113.9' : `198.51.100.${n}`
        answers.push((await signInStatus(server, `${n}-${same}@example.com`, from(address))).status)
      }
      return answers
    }
    expect(await statuses(trusting, false)).toEqual([400, 400, 400])
    expect(await statuses(trusting, true)).toEqual([400, 400, 429])
    expect(await statuses(direct, false)).toContain(429)
  })

  test('to change an account are refused, for this user only', async () => {
    const server = await start({ updateUser: few })
    const [one, two] = [await newClient(server.url), await newClient(server.url)]
    await one.auth.signUp({ email: 'busy@example.com', password: PASSWORD })
    await two.auth.signUp({ email: 'calm@example.com', password: PASSWORD })
    const change = async (client: typeof one) =>
      (await client.auth.updateUser({ data: { color: 'blue' } })).error?.code
    for (let n = 0; n < 3; n += 1) expect(await change(one)).toBeUndefined()
    expect(await change(one)).toBe('over_request_rate_limit')
    expect(await change(two)).toBeUndefined()
  })

  test('at once by one signed-in user are refused before they need the database, not of another', async () => {
    const server = await start({})
    const signedUp = async (email: string) => {
      const { data } = await (await newClient(server.url)).auth.signUp({
        email,
        password: PASSWORD,
      })
      return data.session?.access_token ?? ''
    }
    const [one, two] = [await signedUp('crowded@example.com'), await signedUp('alone@example.com')]
    const userOf = async (token: string) => {
      const headers = { apikey: server.anonKey, authorization: `Bearer ${token}` }
      return (await fetch(`${server.url}/auth/v1/user`, { headers })).status
    }
    const blocker = await database.pool.connect()
    await blocker.query('begin; lock table auth.sessions in access exclusive mode')
    const answers: number[] = []
    const flood = Array.from({ length: 30 }, async () => answers.push(await userOf(one)))
    const other = userOf(two)
    try {
      await expect.poll(() => answers).toEqual(Array<number>(20).fill(429))
    } finally {
      await blocker.query('commit')
      blocker.release()
      await Promise.all(flood)
    }
    expect(answers.slice(20)).toEqual(Array<number>(10).fill(200))
    expect([await other, await userOf(one)]).toEqual([200, 200])
  })

  test('to change accounts from one client are refused', async () => {
    const server = await start({ updateClient: { most: 1, seconds: 1 } })
    const client = await newClient(server.url)
    await client.auth.signUp({ email: 'client@example.com', password: PASSWORD })
    const codes = []
    for (let n = 0; n < 2; n += 1)
      codes.push((await client.auth.updateUser({ data: { n } })).error?.code)
    expect(codes).toContain('over_request_rate_limit')
  })

  test('are forgotten once the window is over', async () => {
    const server = await start({ signInAddress: { most: 1, seconds: 100 } })
    await signInStatus(server, 'patient@example.com')
    expect((await signInStatus(server, 'patient@example.com')).status).toBe(429)
    await database.pool.query(
      "update auth.rate_limits set resets_at = clock_timestamp() - interval '1 second'",
    )
    expect((await signInStatus(server, 'patient@example.com')).status).toBe(400)
  })
})
