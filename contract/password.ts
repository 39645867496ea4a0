import * as z from 'zod/mini'
import { PASSWORD_MAX_BYTES, PASSWORD_MIN } from './limits.ts'
import { utf8Length } from './utf8-length.ts'

export type PasswordFault = 'too_short' | 'too_long'

/** The length is counted in code points, so an emoji is one character. */
const passwordOf = (min: number) =>
  z.string().check(
    z.refine(
      (password) => utf8Length(password) <= PASSWORD_MAX_BYTES,
      'too_long' satisfies PasswordFault,
    ),
    z.refine((password) => Array.from(password).length >= min, 'too_short' satisfies PasswordFault),
  )

const schemas = {
  signUpForm: passwordOf(PASSWORD_MIN.form),
  signUp: passwordOf(PASSWORD_MIN.auth),
  reset: passwordOf(PASSWORD_MIN.auth),
  change: passwordOf(PASSWORD_MIN.form),
}

/** What is wrong with a password chosen on this occasion. */
export function passwordFault(
  password: string,
  occasion: keyof typeof schemas,
): PasswordFault | undefined {
  const { error } = z.safeParse(schemas[occasion], password)
  return error?.issues[0]?.message as PasswordFault | undefined
}
