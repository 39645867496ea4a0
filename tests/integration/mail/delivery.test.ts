import { expect, test } from 'vitest'
import { startMail } from '../../../server/mail/mail.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { fileOutbox, LINK, openPostOffice, outboxRows, queueMail, runMail } from './post-office.ts'

const { database, queueRecovery } = fileOutbox()

const sentCount = async () =>
  (await outboxRows(database)).filter(({ sent_at }) => sent_at !== null).length

test('a queued mail arrives with subject, sender, recipient, text and HTML', async () => {
  const office = await openPostOffice()
  await runMail(database, { smtpUrl: office.url })
  await queueRecovery()
  await expect.poll(() => office.letters).toHaveLength(1)
  const [letter] = office.letters
  expect(letter?.subject).toBe('Reset your Script Writer password')
  expect(letter?.from).toMatchObject({ name: 'Script Writer', address: 'scripts@example.com' })
  expect(letter?.to).toMatchObject([{ address: 'anna@example.com' }])
  expect(letter?.text).toContain(LINK)
  expect(letter?.text).toContain('expires in an hour')
  expect(letter?.text).toContain("If you didn't ask for this, ignore this email")
  expect(letter?.html).toContain(`href="${LINK.replaceAll('&', '&amp;')}"`)
  const [row] = await outboxRows(database)
  expect(letter?.messageId).toBe(`<${String(row?.['id'])}@example.com>`)
})

test("after sending, the mail's data is removed from the database", async () => {
  const office = await openPostOffice()
  await runMail(database, { smtpUrl: office.url })
  await queueRecovery()
  await expect.poll(sentCount).toBe(1)
  const rows = await outboxRows(database)
  expect(rows).toMatchObject([{ attempts: 1, given_up_at: null, last_error: null }])
  expect(rows[0]?.['data']).toEqual({})
})

test('one event is one mail, however often it is queued', async () => {
  const office = await openPostOffice()
  await runMail(database, { smtpUrl: office.url })
  await Promise.all(Array.from({ length: 8 }, () => queueRecovery()))
  await expect.poll(sentCount).toBe(1)
  await queueRecovery()
  await queueRecovery('ben@example.com')
  await expect.poll(() => office.letters).toHaveLength(2)
  expect(office.letters.flatMap(({ to }) => to?.map(({ address }) => address))).toEqual([
    'anna@example.com',
    'ben@example.com',
  ])
})

test('a mail queued in a rolled-back transaction is never sent', async () => {
  const office = await openPostOffice()
  await runMail(database, { smtpUrl: office.url })
  const client = await database.pool.connect()
  await client.query('begin')
  await queueMail(client, {
    event: 'undone',
    to: 'anna@example.com',
    template: 'confirmation',
    data: { link: LINK },
  })
  await client.query('rollback')
  client.release()
  await queueRecovery('ben@example.com')
  await expect.poll(sentCount).toBe(1)
  expect(office.letters.map(({ to }) => to?.[0]?.address)).toEqual(['ben@example.com'])
})

test('twenty workers on two processes’ connections send each of thirty mails exactly once', async () => {
  const office = await openPostOffice()
  const smtpUrl = office.url
  const processes = [await runMail(database, { smtpUrl }), await runMail(database, { smtpUrl })]
  for (const { options } of processes) {
    for (let more = 0; more < 9; more += 1) {
      const worker = await startMail(options)
      cleanUp(() => worker.close())
    }
  }
  const people = Array.from({ length: 30 }, (_, index) => `person-${index}@example.com`)
  await Promise.all(people.map((to) => queueRecovery(to)))
  await expect.poll(sentCount).toBe(30)
  const reached = office.letters.map(({ to }) => to?.[0]?.address)
  expect(reached).toHaveLength(30)
  expect(new Set(reached)).toEqual(new Set(people))
})

test('mail queued before the start is sent at the start', async () => {
  const office = await openPostOffice()
  await queueRecovery()
  await runMail(database, { smtpUrl: office.url })
  await expect.poll(() => office.letters).toHaveLength(1)
})

test('an address with a comma in it does not become two recipients', async () => {
  const recipients: string[] = []
  const office = await openPostOffice({
    onRcptTo({ address }, _session, done) {
      recipients.push(address)
      done()
    },
  })
  await runMail(database, { smtpUrl: office.url })
  await queueRecovery('anna@example.com, ben@example.com')
  await expect.poll(async () => (await outboxRows(database))[0]?.['attempts']).toBe(1)
  expect(recipients).not.toContain('ben@example.com')
})
