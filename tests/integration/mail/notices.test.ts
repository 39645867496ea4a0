import { beforeEach, expect, test } from 'vitest'
import { createAdmin, createPerson } from '../../support/people.ts'
import { rpc } from '../../support/rpc.ts'
import { forFile } from '../../support/for-file.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { openPostOffice, outboxRows, runMail, SITE } from './post-office.ts'

const database = fileDatabase()
const admin = forFile(() => createAdmin(database.pool))
const first = forFile(async () => ({ mails: await outboxRows(database) }))

beforeEach(async () => {
  await database.pool.query('delete from auth.users where id <> $1', [admin.id])
  await database.pool.query('delete from private.mail_outbox')
})

const mails = async (template: string) =>
  (await outboxRows(database))
    .filter((row) => row['template'] === template)
    .map(({ recipient }) => recipient)

const newcomer = (name: string) => createPerson(database.pool, name, { approved: false })

test('the first admin’s own sign-up sends no mail', async () => {
  expect(first.mails).toEqual([])
})

test('an approved user gets a mail with a sign-in link, and nobody else does', async () => {
  const office = await openPostOffice()
  const anna = await newcomer('anna')
  await newcomer('ben')
  await runMail(database, { smtpUrl: office.url })
  await rpc(database.pool, admin, 'approve_user', { user_id: anna.id })
  await expect.poll(() => office.letters).toHaveLength(2)
  const letter = office.letters.find(({ to }) => to?.[0]?.address === anna.email)
  expect(letter?.subject).toBe('Your Script Writer account is approved')
  expect(letter?.text).toContain(`${SITE}/login`)
  expect(await mails('account_approved')).toEqual([anna.email])
})

test('approving twice is one mail; restricting and approving again is another', async () => {
  const anna = await newcomer('anna')
  await rpc(database.pool, admin, 'approve_user', { user_id: anna.id })
  await rpc(database.pool, admin, 'approve_user', { user_id: anna.id })
  expect(await mails('account_approved')).toHaveLength(1)
  await rpc(database.pool, admin, 'restrict_user', { user_id: anna.id })
  expect(await mails('account_approved')).toHaveLength(1)
  await rpc(database.pool, admin, 'approve_user', { user_id: anna.id })
  expect(await mails('account_approved')).toEqual([anna.email, anna.email])
})

test('every approved admin is told about a new account, and no writer is', async () => {
  const second = await createPerson(database.pool, 'second', { role: 'admin' })
  await createPerson(database.pool, 'restricted', { role: 'admin', approved: false })
  await createPerson(database.pool, 'writer')
  await database.pool.query('delete from private.mail_outbox')
  const office = await openPostOffice()
  await runMail(database, { smtpUrl: office.url })
  await newcomer('anna')
  await expect.poll(() => office.letters).toHaveLength(2)
  const reached = office.letters.map(({ to }) => to?.[0]?.address)
  expect(new Set(reached)).toEqual(new Set([admin.email, second.email]))
  expect(office.letters[0]?.text).toContain(`${SITE}/admin`)
  expect(JSON.stringify(office.letters)).not.toContain('anna@example.com')
})

test('each admin gets at most one mail an hour about new accounts', async () => {
  const hours = async () => (await outboxRows(database)).map(({ event }) => event)
  await Promise.all(['anna', 'ben', 'carl', 'dora'].map(newcomer))
  // There are two mails if a new hour began in between.
  const events = await hours()
  expect(events.length).toBeLessThanOrEqual(2)
  expect(new Set(events).size).toBe(events.length)
  expect(events[0]).toMatch(new RegExp(`^waiting:${admin.id}:\\d{4}-\\d\\d-\\d\\dT\\d\\d$`))
  await database.pool.query("update private.mail_outbox set event = event || ' an hour ago'")
  await newcomer('emil')
  expect(await hours()).toHaveLength(events.length + 1)
})

test('an account without an address gets no mail', async () => {
  await database.pool.query('insert into auth.users (id) values (gen_random_uuid())')
  await database.pool.query('update public.profiles set approved = true where email is null')
  expect(await mails('account_approved')).toEqual([])
  await database.pool.query('delete from private.mail_outbox')
  await database.pool.query('update public.profiles set email = null where id = $1', [admin.id])
  await newcomer('anna')
  expect(await outboxRows(database)).toEqual([])
})
