import { PASSWORD_CHARACTERS } from '../../../../contract/limits.ts'

export type PasswordChange = { password: string; confirmPassword: string }
export type PasswordChangeFault = 'passwordMissing' | 'confirmMissing' | 'mismatch' | 'tooShort'

/** In the product's order: both are there, they match, they are long enough. */
export function checkPasswordChange(change: PasswordChange): PasswordChangeFault | undefined {
  const { password, confirmPassword } = change
  if (password === '') return 'passwordMissing'
  if (confirmPassword === '') return 'confirmMissing'
  if (password !== confirmPassword) return 'mismatch'
  return password.length < PASSWORD_CHARACTERS.form ? 'tooShort' : undefined
}
