import { BlockList, isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { createTransport } from 'nodemailer'
import { StartFailure } from '../start-failure.ts'
import { composed, DeliveryFailure, type Message, type Transport } from './message.ts'

const WAIT = 15_000
/** A server that answers drop by drop is never idle, yet the mail's row is locked meanwhile. */
const DELIVERED_WITHIN = 60_000

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isLoopback(host: string): boolean {
  const family = isIP(host)
  if (family === 0) return host === 'localhost'
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StartFailure(
      'SMTP_URL has a % in its user or password that is no code; write a % itself as %25',
    )
  }
}

/** smtps is encrypted from the first byte; smtp must become so, except on this machine. */
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
    // What never leaves the machine cannot be listened to, and has a self-made certificate if any.
    tls: local ? { rejectUnauthorized: false, ...tls } : tls,
    ...(username ? { auth: { user: decoded(username), pass: decoded(password) } } : {}),
    connectionTimeout: WAIT,
    greetingTimeout: WAIT,
    socketTimeout: WAIT,
    dnsTimeout: WAIT,
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** A server may say back what it was sent: neither a password nor a link with a token is kept. */
function failureOf(error: SmtpError): DeliveryFailure {
  const { code = 'EUNKNOWN', command = '', responseCode = 0, message } = error
  const said = command.startsWith('AUTH') ? `${responseCode}` : message
  const reason = `${code} ${command}: ${said.replaceAll(/\S+:\/\/\S+/g, '[address]')}`.slice(0, 300)
  // From 550 on it is about the recipient; below that (530, say) about us, and can be put right.
  return new DeliveryFailure(reason, command === 'RCPT TO' && responseCode >= 550)
}

export function smtpTransport(smtpUrl: string, tls?: ConnectionOptions): Transport {
  const settings = smtpSettings(smtpUrl, tls)
  // No requeueing: a connection that broke may have delivered, and trying again is the worker's.
  const open = () => createTransport({ ...settings, pool: true, maxConnections: 1, maxRequeues: 0 })
  let transporter = open()
  return {
    async deliver(message: Message) {
      const current = transporter
      const deadline = setTimeout(() => {
        transporter = open()
        current.close({ force: true })
      }, DELIVERED_WITHIN)
      try {
        await current.sendMail(composed(message))
      } catch (error) {
        throw failureOf(error as SmtpError)
      } finally {
        clearTimeout(deadline)
      }
    },
    close: () => transporter.close({ force: true }),
  }
}
