import { passwordFault } from '../../../../contract/password.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

type NewPassword = { password: string; confirmPassword: string }

export type SignUpFault = 'mismatch' | 'tooShort' | 'invalidEmail' | 'weak' | 'tooLong'

/** The form's own rules first, then those of the auth layer, which asks for a longer password. */
export function checkSignUp(values: NewPassword & { email: string }): SignUpFault | undefined {
  const { email, password, confirmPassword } = values
  if (password !== confirmPassword) return 'mismatch'
  if (passwordFault(password, 'signUpForm') === 'too_short') return 'tooShort'
  if (!EMAIL.test(email)) return 'invalidEmail'
  const fault = passwordFault(password, 'signUp')
  if (fault === 'too_short') return 'weak'
  return fault && 'tooLong'
}

export type ResetFault = 'mismatch' | 'tooShort' | 'tooLong'

export function checkReset({ password, confirmPassword }: NewPassword): ResetFault | undefined {
  if (password !== confirmPassword) return 'mismatch'
  const fault = passwordFault(password, 'reset')
  return fault && (fault === 'too_short' ? 'tooShort' : 'tooLong')
}

export type PasswordChangeFault = 'passwordMissing' | 'confirmMissing' | ResetFault

export function checkPasswordChange(values: NewPassword): PasswordChangeFault | undefined {
  const { password, confirmPassword } = values
  if (password === '') return 'passwordMissing'
  if (confirmPassword === '') return 'confirmMissing'
  if (password !== confirmPassword) return 'mismatch'
  const fault = passwordFault(password, 'change')
  return fault && (fault === 'too_short' ? 'tooShort' : 'tooLong')
}
