import { PASSWORD_CHARACTERS } from '../../../../contract/limits.ts'

type NewPasswordValues = { password: string; confirmPassword: string }

export type NewPasswordFault = 'mismatch' | 'tooShort'

export function checkNewPassword(values: NewPasswordValues): NewPasswordFault | undefined {
  const { password, confirmPassword } = values
  if (password !== confirmPassword) return 'mismatch'
  return Array.from(password).length < PASSWORD_CHARACTERS.auth ? 'tooShort' : undefined
}
