import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { awaitDatabase } from '../../../server/database/await-database.ts'
import { connectionTo } from '../../../server/database/hosts/connection-to.ts'
import { newClient } from '../../support/client.ts'
import { createRelay, type Relay } from '../../support/database/relay.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { startTestServer } from '../../support/test-server.ts'

let first: Relay
let second: Relay
let url: string

const database = fileDatabase()

beforeAll(async () => {
  first = await createRelay(database.url)
  second = await createRelay(database.url)
  url = first.url.replace(first.host, `${first.host},${second.host}`)
})

beforeEach(() => {
  for (const relay of [first, second]) {
    relay.giveBack()
    relay.promote()
  }
})

const attempts = { count: 0 }

/** Signing up writes; resolves to its status, 200 when it went well. */
async function signUp(server: string): Promise<number> {
  const client = await newClient(server)
  attempts.count += 1
  const email = `writer-${attempts.count}@example.com`
  const { error } = await client.auth.signUp({ email, password: 'a good long password' })
  return error?.status ?? 200
}

test.each(['takeAway', 'demote'] as const)(
  'a server starts and writes to the second host while the first is away or read-only: %s',
  async (change) => {
    first[change]()
    const server = await startTestServer({ DATABASE_URL: url })
    expect(await signUp(server.url)).toBe(200)
  },
)

test('after a failover the server writes to the other host, and hears its notifications', async () => {
  second.demote()
  const server = await startTestServer({ DATABASE_URL: url, LOG_LEVEL: 'info' })
  expect(await signUp(server.url)).toBe(200)
  first.takeAway()
  await expect.poll(async () => (await fetch(`${server.url}/ready`)).status).toBe(503)
  second.promote()
  await expect.poll(() => signUp(server.url)).toBe(200)
  await expect.poll(() => server.log.map(({ msg }) => msg)).toContain('LISTEN connection restored')
})

test('if no host accepts writes, the start fails with a line that names each one', async () => {
  first.takeAway()
  second.demote()
  const waiting = awaitDatabase(connectionTo(url), pino({ level: 'silent' }), 0)
  await expect(waiting).rejects.toThrow(
    new RegExp(`accepts writes: ${first.host} \\(.+\\), ${second.host} \\(read-only\\)$`),
  )
})

test('with target_session_attrs a single host that is read-only is not used either', async () => {
  first.demote()
  const address = `${first.url}?target_session_attrs=read-write`
  const waiting = awaitDatabase(connectionTo(address), pino({ level: 'silent' }), 0)
  await expect(waiting).rejects.toThrow(`${first.host} (read-only)`)
})

test('a wrong password is reported as such, although the other host is away', async () => {
  second.takeAway()
  const other = new URL(first.url)
  other.username = 'nobody'
  const address = other.href.replace(first.host, `${first.host},${second.host}`)
  const waiting = awaitDatabase(connectionTo(address), pino({ level: 'silent' }), 0)
  await expect(waiting).rejects.toThrow(/nobody/)
})
