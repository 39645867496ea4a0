/** What our own PDFs say that is not printed, for those who import them again. */

/** The tag of marked content: a line whose paragraph began on the page before. */
export const CONTINUED_TAG = 'Continued'

/** The entry of the document's information that says what is locked, as in the title page. */
export const LOCK_INFO = 'ProductionLock'
