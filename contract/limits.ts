export const PRODUCT_NAME = 'Script Writer'
/** Shown beside the product name. */
export const VERSION_LABEL = 'v2.0'

/** Limits of one generation request. */
export const PROMPT_CHARACTERS = 20_000
/** Maximum length of the note that says which part of the script a prompt is about. */
export const SCOPE_CHARACTERS = 200
export const SCRIPT_BYTES = 1024 * 1024
/** No script of 1 MB comes near these: one of 1,000 pages has 55,000 lines and some 3,000 scenes. */
export const SCRIPT_LINES = 100_000
export const SCRIPT_SCENES = 10_000

/** Prompts and answers of a conversation, on all its branches. */
export const CONVERSATION_MESSAGES = 10_000

/** Conversations about a script, which are renamed with it, and of a writer, which a search goes through. */
export const SCRIPT_CONVERSATIONS = 1_000
export const CONVERSATIONS = 10_000
/** Of a writer. */
const SCRIPTS = 10_000

/** Answers that a writer keeps as examples: a search reads all of them. */
export const EXAMPLES = 500

/** What is printed of the notes on a script; so many long ones take some seconds. */
export const NOTES_PDF = { notes: 2_000, characters: 600_000, pages: 150 }

/** Maximum length of a script title. */
export const TITLE_CHARACTERS = 200

/** Maximum length of a version's name. */
export const LABEL_CHARACTERS = 200

/** Length of a script preview on the dashboard, before the ellipsis. */
export const PREVIEW_CHARACTERS = 100

/** How much of the script the preview is made from; the server stores one character more. */
export const PREVIEW_SOURCE_CHARACTERS = 500

/** Above this the pending badge shows '99+'. */
export const PENDING_BADGE_MAX = 99

/** Maximum rows in a data API response, and in each list embedded in it. */
export const MAX_ROWS = 1_000

/** Maximum rows that one data API request may insert, update or delete. */
export const MAX_CHANGED_ROWS = 1_000

/** Retries of list requests after a network error. */
export const LIST_ATTEMPTS = 3
export const LIST_RETRY_WAITS = [1_000, 2_000] as const

/** Minimum password length: `form` in the sign-up form and for a change, `auth` in the auth layer and for a reset. */
export const PASSWORD_MIN = { form: 6, auth: 8 }
export const PASSWORD_MAX_BYTES = 72

/** Polling of a generation, in milliseconds. */
export const POLL_EVERY = 5_000
export const POLL_ATTEMPTS = 120
export const GENERATION_TIMEOUT = 7 * 60_000

/** Monthly generation limit unless the server reports another one. */
export const MONTHLY_GENERATIONS = 100

/** The chat follows new content, after `delay` ms, if it is scrolled to within `threshold` px of its end. */
export const AUTO_SCROLL = { threshold: 100, delay: 150 }

/** How long 'Copied to clipboard' is shown, in milliseconds. */
export const COPIED_NOTE = 3_000

/** Generations and readings of one user that run at the same time; the rest wait. */
export const JOBS_AT_ONCE = 3

/** Exports that are being made or wait: of one user, and for all of them together. One is made at a time for a user. */
export const DOCUMENTS = { ofAUser: 4, waiting: 32 }

/** Downloads of everything that a user has stored: each reads all of it. */
export const DOWNLOADS = { ofAUser: 1, atOnce: 8 }

/** Readings of one user that are estimated or planned: one at a time, and the others wait. */
export const READINGS_PLANNED = 5

/**
 * Looking for the words of notes after a change: it takes at most this many characters for all notes together, and for each
 * note those between the first and the last change, and these.
 */
export const NOTE_SEARCH_CHARACTERS = 20_000_000
export const NOTE_LOOK_CHARACTERS = 1_000

/** Default script title. */
export const UNTITLED = 'Untitled Script'

/** The largest of everything that comes in, and of what is started for it, as docs/security.md lists it. */
export const MOST = {
  requestBytes: 1024 * 1024,
  /** Of a request that has a script in it. */
  scriptRequestBytes: 4 * 1024 * 1024,
  rowsRead: MAX_ROWS,
  rowsChanged: MAX_CHANGED_ROWS,
  scriptBytes: SCRIPT_BYTES,
  scriptLines: SCRIPT_LINES,
  scriptScenes: SCRIPT_SCENES,
  /** Pieces between headings and blank lines, which versions share. */
  scriptPieces: 20_000,
  titleCharacters: TITLE_CHARACTERS,
  labelCharacters: LABEL_CHARACTERS,
  stepsOfAChange: 100,
  splicesOfAStep: 1_000,
  keptChanges: 10_000,
  scriptsInAList: 1_000,
  scripts: SCRIPTS,
  tags: 100,
  tagCharacters: 40,
  promptCharacters: PROMPT_CHARACTERS,
  scopeCharacters: SCOPE_CHARACTERS,
  examples: EXAMPLES,
  savedPrompts: 200,
  savedPromptNameCharacters: 80,
  messageBytes: 1024 * 1024,
  conversationMessages: CONVERSATION_MESSAGES,
  scriptConversations: SCRIPT_CONVERSATIONS,
  conversations: CONVERSATIONS,
  attachments: 20,
  attachmentBytes: 1024 * 1024,
  attachmentNameCharacters: 200,
  notes: 5_000,
  noteCharacters: 4_000,
  quoteCharacters: 2_000,
  noteSearchCharacters: NOTE_SEARCH_CHARACTERS,
  notesPrinted: NOTES_PDF.notes,
  notesPrintedCharacters: NOTES_PDF.characters,
  notesPrintedPages: NOTES_PDF.pages,
  entries: 500,
  entryNameCharacters: 100,
  entryCharacters: 4_000,
  entryAliases: 20,
  proposals: 500,
  idsInAList: 500,
  callsOfAReading: 500,
  readingsPlanned: READINGS_PLANNED,
  jobsAtOnce: JOBS_AT_ONCE,
  documentsAtOnce: DOCUMENTS.ofAUser,
  downloadsAtOnce: DOWNLOADS.ofAUser,
  alternatives: 5,
} as const
