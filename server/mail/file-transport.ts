import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { composed, type Message, type Transport } from './message.ts'

/** A mail in the outbox, as the page of it shows it. */
export type OutboxMail = {
  name: string
  to: string
  subject: string
  time: string
  text: string
  links: string[]
}

const NEWEST = 100

/** Whole or not at all, and for the owner alone. */
async function writePrivately(file: string, content: string | Buffer): Promise<void> {
  const unfinished = `${file}.part`
  await writeFile(unfinished, content, { mode: 0o600 })
  await rename(unfinished, file)
}

/** The mails as files, for want of a mail server; beside each .eml lies what the page shows of it. */
export function fileTransport(directory: string, log: Logger): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    async deliver(message: Message) {
      const { id, queuedAt, to, subject, text, links } = message
      const time = queuedAt.toISOString()
      // Named by the row, so that a mail written again after a crash replaces its twin.
      const name = `${time.replaceAll(/[:.]/g, '-')}-${id}`
      const { message: eml } = await composer.sendMail(composed(message))
      const about: OutboxMail = { name, to, subject, time, text, links }
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await chmod(directory, 0o700)
      await writePrivately(path.join(directory, `${name}.eml`), eml as Buffer)
      // Last, because the page lists these.
      await writePrivately(path.join(directory, `${name}.json`), JSON.stringify(about))
      // The only place that logs a link: without a mail server the console is the mail.
      log.info({ subject, links }, 'a mail is in the outbox, because SMTP_URL is not set')
    },
    close: () => composer.close(),
  }
}

/** The newest mails, newest first. */
export async function readOutbox(directory: string): Promise<OutboxMail[]> {
  const files = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = files.filter((file) => file.endsWith('.json'))
  const newest = names.toSorted().toReversed().slice(0, NEWEST)
  return Promise.all(
    newest.map(
      async (name) => JSON.parse(await readFile(path.join(directory, name), 'utf8')) as OutboxMail,
    ),
  )
}
