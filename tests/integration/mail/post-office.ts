import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { beforeEach } from 'vitest'
import { Listener } from '../../../server/database/listener.ts'
import { readOutbox } from '../../../server/mail/file-transport.ts'
import { type MailOptions, startMail } from '../../../server/mail/mail.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { temporaryFolder } from '../../support/server-process.ts'
import { fileDatabase, type TestDatabase } from '../../support/database/test-database.ts'
import { testPool } from '../../support/database/test-pool.ts'

export const SITE = 'http://scripts.example.com'
const FROM = 'Script Writer <scripts@example.com>'

/** A real SMTP server on loopback that keeps what it accepts. */
export async function openPostOffice(options: SMTPServerOptions & { port?: number } = {}) {
  const letters: Email[] = []
  const { port = 0, ...settings } = options
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, _session, done) {
      const keep = async () => void letters.push(await PostalMime.parse(await buffer(stream)))
      callbackify(keep)(done)
    },
    ...settings,
  })
  server.on('error', () => undefined) // clients that reject its certificate disconnect
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  cleanUp(close)
  const actual = (server.server.address() as AddressInfo).port
  return {
    letters,
    close,
    port: actual,
    url: `smtp://127.0.0.1:${actual}`,
    lettersTo: (address: string, about: string) =>
      letters.filter(({ to, subject }) => to?.[0]?.address === address && subject === about),
  }
}

function collectingLog() {
  const lines: string[] = []
  const collect = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString())
      done()
    },
  })
  return { log: pino({ level: 'trace' }, collect), lines }
}

/** Runs the mail worker with its own connections, closed after the test. */
export async function runMail(database: TestDatabase, options: Partial<MailOptions> = {}) {
  const { log, lines } = collectingLog()
  const pool = testPool({ connectionString: database.url, max: 10 })
  const listener = await Listener.open({ connectionString: database.url }, log)
  const outboxDir = path.join(await temporaryFolder(), 'outbox')
  const all: MailOptions = {
    pool,
    listener,
    log,
    siteUrl: () => SITE,
    smtpUrl: undefined,
    from: FROM,
    outboxDir,
    ...options,
  }
  const mail = await startMail(all)
  cleanUp(async () => {
    await mail.close()
    await listener.close()
    await pool.end()
  })
  return { ...mail, lines, options: all, readOutbox: () => readOutbox(outboxDir) }
}

type Row = Record<string, unknown>

/** The rows of the outbox, oldest first. */
export const outboxRows = async ({ pool }: TestDatabase): Promise<Row[]> =>
  (await pool.query<Row>('select * from private.mail_outbox order by created_at, id')).rows

/** A pool, or a connection within a transaction. */
type Executor = { query(text: string, values: unknown[]): Promise<unknown> }

type Content =
  | { template: 'recovery' | 'confirmation'; data: { link: string } }
  | { template: 'account_approved' | 'new_account_waiting'; data: Record<string, never> }

/** Queues a mail in the caller's transaction; the same event again queues nothing. */
export async function queueMail(
  executor: Executor,
  { event, to, template, data }: { event: string; to: string } & Content,
): Promise<void> {
  await executor.query('select private.queue_mail($1, $2, $3, $4)', [
    event,
    to,
    template,
    JSON.stringify(data),
  ])
}

export const LINK = 'https://scripts.example.com/auth/v1/verify?token=s3cret-token&type=recovery'

/** The database of a file of tests, whose outbox is empty before each. */
export function fileOutbox() {
  const database = fileDatabase()
  beforeEach(() => database.pool.query('delete from private.mail_outbox'))
  return {
    database,
    queueRecovery: (to = 'anna@example.com', event = to) =>
      queueMail(database.pool, { event, to, template: 'recovery', data: { link: LINK } }),
    theRow: async () => (await outboxRows(database))[0],
  }
}
