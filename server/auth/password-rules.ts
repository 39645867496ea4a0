import { PASSWORD_CHARACTERS } from '../../contract/limits.ts'
import { isCommonPassword } from './common-passwords.ts'
import { failures } from './failures.ts'

const LONGEST_IN_BYTES = 72

const SHORTEST = { signUp: PASSWORD_CHARACTERS.auth, change: PASSWORD_CHARACTERS.form }

/** Refuses a password that is too short, too long or everybody's; sign-up is stricter than a change. */
export function checkPassword(password: string, occasion: keyof typeof SHORTEST): void {
  const shortest = SHORTEST[occasion]
  if (Buffer.byteLength(password) > LONGEST_IN_BYTES) {
    throw failures.invalid(`Password cannot be longer than ${LONGEST_IN_BYTES} bytes`)
  }
  if (Array.from(password).length < shortest) {
    throw failures.weakPassword(`Password must be at least ${shortest} characters long.`, [
      'length',
    ])
  }
  if (occasion === 'signUp' && isCommonPassword(password)) {
    throw failures.weakPassword('Password is one of the most common ones, please choose another.', [
      'pwned',
    ])
  }
}
