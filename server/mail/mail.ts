import type { ConnectionOptions } from 'node:tls'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Listener } from '../database/listener.ts'
import { fileTransport } from './file-transport.ts'
import { cleanUpOutbox } from './outbox-cleanup.ts'
import { MailWorker, RETRIES, type Retries } from './mail-worker.ts'
import { smtpTransport } from './smtp-transport.ts'

export type MailOptions = {
  pool: Pool
  listener: Listener
  log: Logger
  /** A function, because the address is only known once the server listens. */
  siteUrl: () => string
  /** Undefined writes mail to files in outboxDir. */
  smtpUrl: string | undefined
  from: string
  outboxDir: string
  tls?: ConnectionOptions
  retries?: Retries
}

/** Starts delivering queued mail. */
export async function startMail(options: MailOptions): Promise<{ close(): Promise<void> }> {
  const { smtpUrl, outboxDir, log, tls, retries = RETRIES } = options
  const transport = smtpUrl ? smtpTransport(smtpUrl, tls) : fileTransport(outboxDir, log)
  const worker = new MailWorker({ ...options, transport, retries })
  await worker.start()
  await cleanUpOutbox(options)
  return { close: () => worker.close() }
}
