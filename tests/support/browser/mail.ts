import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { newClient } from '../client.ts'
import { type BrowserPerson, eventually } from './people.ts'

const outbox = () => path.join(process.env['SCRIPT_WRITER_DATA_DIR'] ?? '', 'outbox')

async function mailTo(address: string, subject: RegExp): Promise<Email | undefined> {
  const files = await readdir(outbox()).catch(() => [])
  const newestFirst = files
    .filter((file) => file.endsWith('.eml'))
    .toSorted()
    .toReversed()
  for (const file of newestFirst) {
    const source = await readFile(path.join(outbox(), file))
    // Parsing takes longer than looking for the address, and all tests share the outbox.
    if (!source.includes(address)) continue
    const mail = await PostalMime.parse(source)
    const goesThere = mail.to?.some((to) => to.address === address)
    if (goesThere && subject.test(mail.subject ?? '')) return mail
  }
  return undefined
}

/** Requests a password reset for this person, without a page, and returns the link in the mail. */
export async function resetLinkOf({ email }: BrowserPerson): Promise<string> {
  const url = process.env['SCRIPT_WRITER_URL'] ?? ''
  const client = await newClient(url)
  const redirectTo = `${url}/auth/reset-password`
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo })
  if (error) throw error
  return linkMailedTo(email, /^Reset your/)
}

/** The link in the newest mail to this address. */
export async function linkMailedTo(address: string, subject: RegExp): Promise<string> {
  const { text = '' } = await eventually(() => mailTo(address, subject))
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`There is no link in the mail: ${text}`)
  return link
}
