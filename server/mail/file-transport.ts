import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { toNodemailer, type Message, type Transport } from './message.ts'

/** A mail in the outbox, as /outbox shows it. */
export type OutboxMail = {
  name: string
  to: string
  subject: string
  time: string
  text: string
  links: string[]
}

const PAGE_SIZE = 100

/** Atomic, and readable by the owner only. */
async function writePrivately(file: string, content: string | Buffer): Promise<void> {
  const temporary = `${file}.part`
  await writeFile(temporary, content, { mode: 0o600 })
  await rename(temporary, file)
}

/** Loaded with the first mail, so that the server starts sooner. */
async function openComposer() {
  const { createTransport } = await import('nodemailer')
  return createTransport({ streamTransport: true, buffer: true })
}

/** Writes mail to files: an .eml, and a .json with what /outbox shows. */
export function fileTransport(directory: string, log: Logger): Transport {
  let composer: ReturnType<typeof openComposer> | undefined
  return {
    async deliver(message: Message) {
      const { id, queuedAt, to, subject, text, links } = message
      const time = queuedAt.toISOString()
      // Named after the row, so that a retry after a crash overwrites the first copy.
      const name = `${time.replaceAll(/[:.]/g, '-')}-${id}`
      const { message: eml } = await (await (composer ??= openComposer())).sendMail(
        toNodemailer(message),
      )
      const about: OutboxMail = { name, to, subject, time, text, links }
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await chmod(directory, 0o700)
      await writePrivately(path.join(directory, `${name}.eml`), eml as Buffer)
      // Written last, because /outbox lists the .json files.
      await writePrivately(path.join(directory, `${name}.json`), JSON.stringify(about))
      // The only place that logs links: without a mail server, the console is how they reach the user.
      log.info({ subject, links }, 'mail written to the outbox because SMTP_URL is not set')
    },
    close: async () => (await composer)?.close(),
  }
}

/** The newest mails, newest first. */
export async function readOutbox(directory: string): Promise<OutboxMail[]> {
  const files = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = files.filter((file) => file.endsWith('.json'))
  const newest = names.toSorted().toReversed().slice(0, PAGE_SIZE)
  return Promise.all(
    newest.map(
      async (name) => JSON.parse(await readFile(path.join(directory, name), 'utf8')) as OutboxMail,
    ),
  )
}
