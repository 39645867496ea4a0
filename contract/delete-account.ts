import * as z from 'zod/mini'

/** The password shows that it is the person, and not somebody at an unlocked screen. */
export const deleteAccountRequest = z.object({
  password: z
    .string('no_password')
    .check(z.minLength(1, 'no_password'), z.maxLength(1024, 'long_password')),
})
