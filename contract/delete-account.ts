import * as z from 'zod/mini'

/** The password shows that it is the person, and not somebody at an unlocked screen. */
export const deleteAccountRequest = z.object({
  password: z
    .string('Please enter your password.')
    .check(
      z.minLength(1, 'Please enter your password.'),
      z.maxLength(1024, 'This is not your password.'),
    ),
})
