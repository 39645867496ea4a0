import { codeOf, stepAt } from '../../server/auth/mfa/totp.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

const codeAfter = (secret: string, steps: number) =>
  codeOf(bytesOf(secret), stepAt(Date.now()) + steps)

/** The code that a person's app shows now. */
export const codeNow = (secret: string): string => codeAfter(secret, 0)

/** The next code, which the server already accepts; for when the current one is used up. */
export const nextCode = (secret: string): string => codeAfter(secret, 1)

export const codeOfTwoMinutesAgo = (secret: string): string => codeAfter(secret, -4)
