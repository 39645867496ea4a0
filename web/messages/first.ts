import { authMessages } from './auth.ts'
import { commonMessages } from './common.ts'
import { securityMessages } from './security.ts'

/** The sentences of the code that every page begins with, so that the first one loads no others. */
export const messages = {
  ...commonMessages,
  ...authMessages,
  ...securityMessages,
}
