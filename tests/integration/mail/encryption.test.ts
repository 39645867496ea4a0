import { beforeEach, expect, test } from 'vitest'
import { smtpSettings } from '../../../server/mail/smtp-transport.ts'
import { fileOutbox, openPostOffice, runMail } from './post-office.ts'
import { selfSigned } from './self-signed.ts'

const { key, cert } = selfSigned('localhost')

const { database, queueRecovery, theRow } = fileOutbox()

beforeEach(() => queueRecovery())

/** A mail server that requires a password and records whether it arrived over TLS. */
async function openGuardedOffice(options: { secure: boolean }) {
  const seen: unknown[] = []
  const office = await openPostOffice({
    ...options,
    key,
    cert,
    disabledCommands: [],
    authOptional: false,
    onAuth({ username, password }, { secure }, done) {
      seen.push({ username, password, secure })
      if (password === 'pass%w0rd') done(null, { user: username })
      else done(new Error(`${password} is wrong`))
    },
  })
  return { ...office, seen }
}

test('mail is sent over TLS with a password, and neither it nor the link is logged', async () => {
  const office = await openGuardedOffice({ secure: true })
  const smtpUrl = `smtps://mailer:pass%25w0rd@localhost:${office.port}`
  const { lines } = await runMail(database, { smtpUrl, tls: { ca: cert } })
  await expect.poll(theRow).toMatchObject({ sent_at: expect.any(Date) })
  expect(office.letters).toHaveLength(1)
  expect(office.seen).toEqual([{ username: 'mailer', password: 'pass%w0rd', secure: true }])
  expect(lines.join('')).toContain('mail sent')
  expect(lines.join('')).not.toMatch(/s3cret-token|w0rd|anna@/)
})

test('STARTTLS is used on loopback too where the server offers it', async () => {
  const office = await openGuardedOffice({ secure: false })
  await runMail(database, { smtpUrl: `smtp://mailer:pass%25w0rd@localhost:${office.port}` })
  await expect.poll(theRow).toMatchObject({ sent_at: expect.any(Date) })
  expect(office.seen).toMatchObject([{ secure: true }])
})

test('a mail server with an untrusted certificate gets neither password nor mail', async () => {
  const office = await openGuardedOffice({ secure: true })
  await runMail(database, { smtpUrl: `smtps://mailer:pass%25w0rd@localhost:${office.port}` })
  await expect
    .poll(theRow)
    .toMatchObject({ sent_at: null, attempts: 1, last_error: expect.stringMatching(/certificate/) })
  expect(office.seen).toEqual([])
  expect(office.letters).toEqual([])
})

test('a rejected password is retried later, and is neither logged nor stored', async () => {
  const office = await openGuardedOffice({ secure: true })
  const smtpUrl = `smtps://mailer:wr0ng@localhost:${office.port}`
  const { lines } = await runMail(database, { smtpUrl, tls: { ca: cert } })
  await expect.poll(theRow).toMatchObject({ sent_at: null, given_up_at: null, attempts: 1 })
  expect((await theRow())?.['last_error']).toContain('EAUTH')
  expect(JSON.stringify(await theRow()) + lines.join('')).not.toContain('wr0ng')
})

test('a remote server without STARTTLS gets no mail', async () => {
  const office = await openPostOffice()
  // Resolves to this machine, but is not a loopback name.
  await runMail(database, { smtpUrl: `smtp://0.0.0.0:${office.port}` })
  await expect.poll(theRow).toMatchObject({ sent_at: null, attempts: 1 })
  expect((await theRow())?.['last_error']).toContain('STARTTLS')
  expect(office.letters).toEqual([])
})

const demand = (url: string) => {
  const { host, secure, requireTLS, tls } = smtpSettings(url)
  return { host, secure, requireTLS, trusting: tls.rejectUnauthorized === false }
}

test('TLS is required, except on loopback', () => {
  const elsewhere = { host: 'mail.example.com', trusting: false }
  expect(demand('smtp://mail.example.com')).toEqual({
    ...elsewhere,
    secure: false,
    requireTLS: true,
  })
  expect(demand('smtps://mail.example.com')).toEqual({
    ...elsewhere,
    secure: true,
    requireTLS: false,
  })
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect(demand(`smtp://${host}:25`)).toMatchObject({ secure: false, requireTLS: false })
    expect(demand(`smtps://${host}:465`)).toMatchObject({ secure: true, trusting: false })
  }
})

test('an invalid SMTP_URL stops the start without being shown', () => {
  expect(() => smtpSettings('smtp://user:50%@mail.example.com')).toThrow(
    'SMTP_URL has an invalid %',
  )
  expect(() => smtpSettings('smtp:mail.example.com')).toThrow('SMTP_URL has no host')
})
