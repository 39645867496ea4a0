import { expect, test } from 'vitest'
import { fileOutbox, LINK, openPostOffice, runMail } from './post-office.ts'

const QUICK = { first: 10, longest: 40, attempts: 1_000 }

const { database, queueRecovery, theRow } = fileOutbox()

const refusal = (message: string, responseCode: number) =>
  Object.assign(new Error(message), { responseCode })

test('mail is retried while the server is down, and arrives once it is back', async () => {
  const gone = await openPostOffice()
  await gone.close()
  const { lines } = await runMail(database, { smtpUrl: gone.url, retries: QUICK })
  await queueRecovery()
  await expect.poll(theRow).toMatchObject({ last_error: expect.stringContaining('ECONNREFUSED') })
  await expect.poll(async () => Number((await theRow())?.['attempts'])).toBeGreaterThan(2)
  const back = await openPostOffice({ port: gone.port })
  await expect.poll(theRow).toMatchObject({ sent_at: expect.any(Date), last_error: null })
  expect((await theRow())?.['data']).toEqual({})
  expect(back.letters).toHaveLength(1)
  expect(back.letters[0]?.text).toContain(LINK)
  expect(lines.join('')).not.toContain('s3cret-token')
})

test('retries back off from five seconds, doubling', async () => {
  const gone = await openPostOffice()
  await gone.close()
  await runMail(database, { smtpUrl: gone.url })
  const now = async () =>
    (await database.pool.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now
  /** Checks the wait against bounds, in seconds: the attempt was some time between `since` and now. */
  const expectWait = async (attempts: number, since: Date | undefined, seconds: number) => {
    await expect.poll(theRow).toMatchObject({ attempts, last_error: expect.any(String) })
    const { rows } = await database.pool.query<{ least: number; most: number }>(
      `select extract(epoch from next_attempt_at - clock_timestamp())::float8 as least,
              extract(epoch from next_attempt_at - $1)::float8 as most
       from private.mail_outbox where recipient = 'anna@example.com'`,
      [since],
    )
    expect(rows[0]?.least).toBeLessThanOrEqual(seconds)
    expect(rows[0]?.most).toBeGreaterThanOrEqual(seconds)
  }
  const before = await now()
  await queueRecovery()
  await expectWait(1, before, 5)
  const again = await now()
  await database.pool.query('update private.mail_outbox set next_attempt_at = clock_timestamp()')
  await queueRecovery('wake@example.com')
  await expectWait(2, again, 10)
})

test('a permanently refused recipient is given up at once, and the next mail goes out', async () => {
  const office = await openPostOffice({
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('nobody') ? refusal('no such mailbox', 550) : null)
    },
  })
  await runMail(database, { smtpUrl: office.url, retries: QUICK })
  await queueRecovery('nobody@example.com')
  await queueRecovery('anna@example.com')
  await expect.poll(() => office.letters).toHaveLength(1)
  await expect
    .poll(theRow)
    .toMatchObject({ attempts: 1, sent_at: null, given_up_at: expect.any(Date) })
  expect((await theRow())?.['data']).toEqual({})
  expect((await theRow())?.['last_error']).toContain('no such mailbox')
})

test('a temporarily refused recipient is retried', async () => {
  let asked = 0
  const office = await openPostOffice({
    onRcptTo(_address, _session, done) {
      asked += 1
      done(asked < 3 ? refusal('come back later', 451) : null)
    },
  })
  await runMail(database, { smtpUrl: office.url, retries: QUICK })
  await queueRecovery()
  await expect.poll(theRow).toMatchObject({ attempts: 3, sent_at: expect.any(Date) })
  expect(office.letters).toHaveLength(1)
})

test('after the last attempt the mail is given up and its data removed', async () => {
  const gone = await openPostOffice()
  await gone.close()
  await runMail(database, { smtpUrl: gone.url, retries: { ...QUICK, attempts: 3 } })
  await queueRecovery()
  await expect
    .poll(theRow)
    .toMatchObject({ attempts: 3, sent_at: null, given_up_at: expect.any(Date) })
  expect((await theRow())?.['data']).toEqual({})
})

test("a server's reply is stored without the link it echoes", async () => {
  const office = await openPostOffice({
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => done(refusal(`I do not like ${LINK} at all`, 554)))
    },
  })
  const { lines } = await runMail(database, { smtpUrl: office.url })
  await queueRecovery()
  await expect.poll(theRow).toMatchObject({ attempts: 1, given_up_at: null })
  expect((await theRow())?.['last_error']).toContain('I do not like [address] at all')
  expect(lines.join('')).not.toContain('s3cret-token')
})

test('a mail without a valid link is given up', async () => {
  const office = await openPostOffice()
  await runMail(database, { smtpUrl: office.url })
  await database.pool.query(
    `select private.queue_mail('odd', 'anna@example.com', 'recovery', '{"link":"javascript:x"}')`,
  )
  await expect.poll(theRow).toMatchObject({ given_up_at: expect.any(Date) })
  expect(office.letters).toEqual([])
})
