import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const PERIOD_SECONDS = 30
const DIGITS = 6
/** Clocks differ: the step before and the one after are accepted too. */
const SKEW = 1
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newSecret = (): Buffer => randomBytes(20)

/** RFC 4648, without padding, as authenticator apps read it; 20 bytes are exactly 32 letters. */
export function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

export const stepAt = (milliseconds: number): number =>
  Math.floor(milliseconds / 1000 / PERIOD_SECONDS)

/** RFC 6238 with HMAC-SHA-1, which is what every app supports. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** The time step of a code that is valid now, otherwise undefined. */
export function stepOf(secret: Buffer, code: string, milliseconds: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const given = Buffer.from(code)
  const now = stepAt(milliseconds)
  let found: number | undefined
  for (let step = now - SKEW; step <= now + SKEW; step += 1) {
    if (timingSafeEqual(given, Buffer.from(codeOf(secret, step)))) found = step
  }
  return found
}

export function enrollmentUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const values = { algorithm: 'SHA1', digits: `${DIGITS}`, issuer, period: `${PERIOD_SECONDS}` }
  // Some apps do not decode a plus sign as a space.
  const query = String(new URLSearchParams({ ...values, secret })).replaceAll('+', '%20')
  return `otpauth://totp/${label}?${query}`
}
