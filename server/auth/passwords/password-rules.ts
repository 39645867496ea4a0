import { PASSWORD_MAX_BYTES, PASSWORD_MIN } from '../../../contract/limits.ts'
import { passwordFault } from '../../../contract/password.ts'
import { isCommonPassword } from './common-passwords.ts'
import { failures } from '../failures.ts'

const minimum = { signUp: PASSWORD_MIN.auth, change: PASSWORD_MIN.form }

/** Throws if the password is too long, too short or too common. */
export function checkPassword(password: string, occasion: keyof typeof minimum): void {
  const fault = passwordFault(password, occasion)
  if (fault === 'too_long') {
    throw failures.invalid(`Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes`)
  }
  if (fault === 'too_short') {
    throw failures.weakPassword(`Password must be at least ${minimum[occasion]} characters long.`, [
      'length',
    ])
  }
  if (isCommonPassword(password)) {
    throw failures.weakPassword('Password is one of the most common ones, please choose another.', [
      'pwned',
    ])
  }
}
