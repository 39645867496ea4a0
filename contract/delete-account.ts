import * as z from 'zod/mini'

/** Requires the password, so that nobody can delete an account from its owner's unlocked screen. */
export const deleteAccountRequest = z.object({
  password: z
    .string('no_password')
    .check(z.minLength(1, 'no_password'), z.maxLength(1024, 'long_password')),
})
