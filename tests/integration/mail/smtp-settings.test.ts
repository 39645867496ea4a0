import { expect, test } from 'vitest'
import { smtpSettings } from '../../../server/mail/smtp-transport.ts'

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
