import { PASSWORD_CHARACTERS } from '../../../../contract/limits.ts'

type SignUpValues = { email: string; password: string; confirmPassword: string }
export type SignUpFault = 'mismatch' | 'tooShort' | 'invalidEmail' | 'weak'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** As a person counts: an emoji is one character. */
const length = (text: string) => Array.from(text).length

/** The form's two rules first, then the two of the auth layer, which is stricter: both are given. */
export function checkSignUp(values: SignUpValues): SignUpFault | undefined {
  const { email, password, confirmPassword } = values
  if (password !== confirmPassword) return 'mismatch'
  if (length(password) < PASSWORD_CHARACTERS.form) return 'tooShort'
  if (!EMAIL.test(email)) return 'invalidEmail'
  if (length(password) < PASSWORD_CHARACTERS.auth) return 'weak'
  return undefined
}
