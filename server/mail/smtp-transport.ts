import { BlockList, isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { StartFailure } from '../common/failures.ts'
import { toNodemailer, DeliveryFailure, type Message, type Transport } from './message.ts'

const TIMEOUT = 15_000
/** For the whole delivery: a server that sends one byte at a time never hits the idle timeout. */
const DELIVERY_TIMEOUT = 60_000

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isLoopback(host: string): boolean {
  const family = isIP(host)
  if (family === 0) return host === 'localhost'
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StartFailure(
      'SMTP_URL has an invalid % escape in its user or password; write a literal % as %25',
    )
  }
}

/** smtps uses TLS from the start; smtp requires STARTTLS, except on loopback. */
export function smtpSettings(smtpUrl: string, tls: ConnectionOptions = {}) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const host = hostname.replaceAll(/[[\]]/g, '').toLowerCase()
  if (!host) throw new StartFailure('SMTP_URL has no host; for example smtp://mail.example.com:587')
  const secure = protocol === 'smtps:'
  const local = !secure && isLoopback(host)
  return {
    host,
    ...(port ? { port: Number(port) } : {}),
    secure,
    requireTLS: !secure && !local,
    // Loopback traffic cannot be intercepted, and its certificate, if any, is self-signed.
    tls: local ? { rejectUnauthorized: false, ...tls } : tls,
    ...(username ? { auth: { user: decode(username), pass: decode(password) } } : {}),
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    dnsTimeout: TIMEOUT,
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** Servers may echo what they were sent, so passwords and links are removed. */
function failureOf(error: SmtpError): DeliveryFailure {
  const { code = 'EUNKNOWN', command = '', responseCode = 0, message } = error
  const detail = command.startsWith('AUTH') ? `${responseCode}` : message
  const reason = `${code} ${command}: ${detail.replaceAll(/\S+:\/\/\S+/g, '[address]')}`.slice(
    0,
    300,
  )
  // From 550 on the recipient is refused for good; lower codes (530) can be fixed on our side.
  return new DeliveryFailure(reason, command === 'RCPT TO' && responseCode >= 550)
}

export function smtpTransport(smtpUrl: string, tls?: ConnectionOptions): Transport {
  const settings = smtpSettings(smtpUrl, tls)
  // Loaded with the first mail, so that the server starts sooner.
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    // No requeueing: retries are the worker's job, and a lost connection may have delivered.
    return createTransport({ ...settings, pool: true, maxConnections: 1, maxRequeues: 0 })
  }
  let transporter: ReturnType<typeof open> | undefined
  return {
    async deliver(message: Message) {
      const current = await (transporter ??= open())
      const deadline = setTimeout(() => {
        transporter = undefined
        current.close({ force: true })
      }, DELIVERY_TIMEOUT)
      try {
        await current.sendMail(toNodemailer(message))
      } catch (error) {
        throw failureOf(error as SmtpError)
      } finally {
        clearTimeout(deadline)
      }
    },
    close: async () => (await transporter)?.close({ force: true }),
  }
}
