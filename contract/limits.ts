/** The label beside the product's name. */
export const VERSION_LABEL = 'v2.0'

/** What one generation may be asked with. */
export const PROMPT_CHARACTERS = 20_000
export const SCRIPT_BYTES = 1024 * 1024

/** Of a script. */
export const TITLE_CHARACTERS = 200

/** Of a script on the dashboard: what is shown before the dots. */
export const PREVIEW_CHARACTERS = 100

/** Above this the badge of pending profiles says '99+'. */
export const PENDING_BADGE_MOST = 99

/** Lists are asked for this often when the network fails, with a pause before each new try. */
export const LIST_ATTEMPTS = 3
export const LIST_RETRY_WAITS = [1_000, 2_000] as const

/** The shortest password: in the form of sign-up and at a change, and in the auth layer and at a reset. */
export const PASSWORD_CHARACTERS = { form: 6, auth: 8 }
