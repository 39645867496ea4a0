import type { ConnectionOptions } from 'node:tls'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Listener } from '../database/listener.ts'
import { fileTransport } from './file-transport.ts'
import { MailWorker, type Retries, RETRIES } from './mail-worker.ts'
import { smtpTransport } from './smtp-transport.ts'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** Files are named after the row of their mail. */
const idIn = (file: string) =>
  /-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(?:eml|json)$/.exec(file)?.[1]

async function removeOrphans(pool: Pool, directory: string): Promise<void> {
  const files = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const ids = [...new Set(files.map(idIn).filter((id) => id !== undefined))]
  if (ids.length === 0) return
  const { rows } = await pool.query<{ id: string }>(
    'select id from private.mail_outbox where id = any ($1::uuid[])',
    [ids],
  )
  const known = new Set(rows.map(({ id }) => id))
  const orphans = files.filter((file) => {
    const id = idIn(file)
    return id !== undefined && !known.has(id)
  })
  await Promise.all(orphans.map((file) => rm(path.join(directory, file), { force: true })))
}

type Options = { pool: Pool; listener: Listener; log: Logger; outboxDir: string }

/** Deletes the files of mails whose rows are gone: with the account, or because they are old. */
async function cleanUpOutbox({ pool, listener, log, outboxDir }: Options): Promise<void> {
  const run = () => {
    removeOrphans(pool, outboxDir).catch((error: unknown) =>
      log.warn({ err: error }, 'could not delete old files in the outbox'),
    )
  }
  listener.onReconnect(run)
  await listener.listen('script_writer_mail_deleted', run)
  run()
}

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
