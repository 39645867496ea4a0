import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { fileDatabase } from '../../support/database/test-database.ts'
import { openPostOffice, outboxRows, queueMail, runMail } from './post-office.ts'

const LINK = 'https://scripts.example.com/auth/v1/verify?token=abc&type=signup'

const database = fileDatabase()

const queueConfirmation = (to: string) =>
  queueMail(database.pool, { event: to, to, template: 'confirmation', data: { link: LINK } })

const mode = async (file: string) => (await stat(file)).mode & 0o777

test('without a mail server mail is written to private files, and its link is logged', async () => {
  const { options, lines, readOutbox } = await runMail(database)
  expect(await readOutbox()).toEqual([])
  await queueConfirmation('anna@example.com')
  await expect.poll(() => readOutbox()).toHaveLength(1)
  const files = await readdir(options.outboxDir)
  const [row] = await outboxRows(database)
  const eml = files.find((file) => file.endsWith('.eml')) ?? ''
  expect(eml).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d-]+Z-${String(row?.['id'])}\\.eml$`))
  expect(await mode(options.outboxDir)).toBe(0o700)
  for (const file of files) expect(await mode(path.join(options.outboxDir, file))).toBe(0o600)
  const letter = await PostalMime.parse(await readFile(path.join(options.outboxDir, eml)))
  expect(letter.subject).toBe('Confirm your e-mail address for Script Writer')
  expect(letter.to).toMatchObject([{ address: 'anna@example.com' }])
  expect(letter.text).toContain(LINK)
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(told).toContainEqual(expect.objectContaining({ subject: letter.subject, links: [LINK] }))
  await expect.poll(() => outboxRows(database)).toMatchObject([{ sent_at: expect.any(Date) }])
})

test('the newest mail is listed first', async () => {
  const { readOutbox } = await runMail(database)
  await queueConfirmation('ben@example.com')
  await queueConfirmation('carl@example.com')
  await expect.poll(() => readOutbox()).toHaveLength(2)
  expect(await readOutbox()).toMatchObject([
    { to: 'carl@example.com', links: [LINK], text: expect.stringContaining(LINK) },
    { to: 'ben@example.com' },
  ])
})

test('with a mail server no files are written', async () => {
  const office = await openPostOffice()
  const { readOutbox } = await runMail(database, { smtpUrl: office.url })
  await queueConfirmation('dora@example.com')
  await expect.poll(() => office.letters).toHaveLength(1)
  expect(await readOutbox()).toEqual([])
})
