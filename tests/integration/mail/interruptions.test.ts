import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { callbackify } from 'node:util'
import { expect, test } from 'vitest'
import { cleanUp } from '../../support/clean-up.ts'
import { fileOutbox, openPostOffice, outboxRows, runMail } from './post-office.ts'

const { database, queueRecovery, theRow } = fileOutbox()

/** Terminates database connections that are in the given state. */
const cutConnections = (states: string[]) =>
  database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state = any ($1)`,
    [states],
  )

test('closing finishes the current delivery and starts no other', async () => {
  const { promise: arriving, resolve: arrived } = Promise.withResolvers<() => void>()
  const office = await openPostOffice({
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => arrived(() => done()))
    },
  })
  const mail = await runMail(database, { smtpUrl: office.url })
  await queueRecovery()
  await queueRecovery('ben@example.com')
  const accept = await arriving
  const closed = mail.close()
  accept()
  await closed
  const rows = await outboxRows(database)
  expect(rows.map(({ sent_at }) => sent_at !== null)).toEqual([true, false])
})

test('closing does not wait for a server that never answers', async () => {
  const { promise: arriving, resolve: arrived } = Promise.withResolvers<void>()
  const office = await openPostOffice({
    onData(stream) {
      stream.resume()
      stream.on('end', arrived)
    },
  })
  const mail = await runMail(database, { smtpUrl: office.url })
  await queueRecovery()
  await arriving
  await mail.close()
  const row = await theRow()
  expect(row).toMatchObject({ attempts: 1, sent_at: null, given_up_at: null })
  // The delivery was aborted, not ended by its timeout.
  expect(String(row?.['last_error'])).not.toMatch(/timed? ?out/i)
})

test('a worker recovers from lost connections', async () => {
  const office = await openPostOffice()
  await runMail(database, { smtpUrl: office.url })
  await cutConnections(['idle', 'idle in transaction', 'active'])
  await queueRecovery()
  await expect.poll(() => office.letters).toHaveLength(1)
})

test('a mail whose delivery could not be recorded is sent again with the same Message-ID', async () => {
  const office = await openPostOffice({
    onRcptTo(_address, _session, done) {
      callbackify(async () => {
        if (office.letters.length === 0) await cutConnections(['idle in transaction'])
      })(done)
    },
  })
  await runMail(database, { smtpUrl: office.url })
  await queueRecovery()
  await expect.poll(theRow).toMatchObject({ sent_at: expect.any(Date) })
  const [first, second, ...more] = office.letters.map(({ messageId }) => messageId)
  expect(first).toContain(String((await theRow())?.['id']))
  expect(second).toBe(first)
  expect(more).toEqual([])
})

test('a connection lost after handing over the mail is a failed attempt, not a second mail', async () => {
  let handedOver = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 ready\r\n')
    createInterface({ input: socket }).on('line', (line) => {
      if (/^(EHLO|MAIL|RCPT)/.test(line)) socket.write('250 fine\r\n')
      if (line === 'DATA') socket.write('354 go on\r\n')
      if (line !== '.') return
      handedOver += 1
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(() => server.close())
  await runMail(database, {
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  await queueRecovery()
  await expect.poll(theRow).toMatchObject({ attempts: 1, sent_at: null })
  expect(handedOver).toBe(1)
})
