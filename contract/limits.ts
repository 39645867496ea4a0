/** The label beside the product's name. */
export const VERSION_LABEL = 'v2.0'

/** What one generation may be asked with. */
export const PROMPT_CHARACTERS = 20_000
export const SCRIPT_BYTES = 1024 * 1024

/** Of a script. */
export const TITLE_CHARACTERS = 200

/** Of a script on the dashboard: what is shown before the dots. */
export const PREVIEW_CHARACTERS = 100

/** What that is read from; the server keeps one character more. */
export const PREVIEW_SOURCE_CHARACTERS = 200

/** Above this the badge of pending profiles says '99+'. */
export const PENDING_BADGE_MOST = 99

/** How many rows an answer of the data API has at most, and each list embedded in it. */
export const MOST_ROWS = 1_000

/** Lists are asked for this often when the network fails, with a pause before each new try. */
export const LIST_ATTEMPTS = 3
export const LIST_RETRY_WAITS = [1_000, 2_000] as const

/** The shortest password: in the form of sign-up and at a change, and in the auth layer and at a reset. */
export const PASSWORD_CHARACTERS = { form: 6, auth: 8 }

/** How the browser asks what became of a generation, and when it gives up. */
export const POLL_EVERY = 5_000
export const POLL_ATTEMPTS = 120
export const GENERATION_TIMEOUT = 7 * 60_000

/** A month's generations where the server has not said otherwise. */
export const MONTHLY_GENERATIONS = 100

/** The chat follows its end when it is at most this near to it, after this pause. */
export const AUTO_SCROLL = { threshold: 100, delay: 150 }

/** How long 'Copied to clipboard' stays. */
export const COPIED_NOTE = 3_000

/** What a script is called before it has a name. */
export const UNTITLED = 'Untitled Script'
