import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { Listener } from '../../../server/database/listener.ts'
import { readOutbox } from '../../../server/mail/file-transport.ts'
import { type MailOptions, startMail } from '../../../server/mail/mail.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { temporaryFolder } from '../../support/server-process.ts'
import type { TestDatabase } from '../../support/database/test-database.ts'
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
  return { letters, close, port: actual, url: `smtp://127.0.0.1:${actual}` }
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
