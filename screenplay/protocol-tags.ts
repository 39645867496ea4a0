/** The tags of the prompt's blocks and of the model's answer. */
const TAGS = 'example|request|outline|characters|script|scene|text|target'

// Also look-alikes: full-width or small brackets, other cases, spaces, invisible characters.
const BRACKET = String.raw`([<\uff1c\ufe64\u2039\u2329\u3008])`
const NAME = String.raw`(?=[\s\p{Cf}/\uff0f\u2044\u2215]*(?:${TAGS}))`

const TAG = new RegExp(String.raw`${BRACKET}(\\*)${NAME}`, 'giu')
const ESCAPED_TAG = new RegExp(String.raw`${BRACKET}\\(\\*)${NAME}`, 'giu')

/**
 * Escapes the protocol's tags in a text, so that it cannot leave its block: each gets a backslash, and one
 * that already has backslashes gets one more, which keeps the escaping reversible.
 */
export const escapeTags = (text: string): string =>
  text.toWellFormed().replace(TAG, String.raw`$1\$2`)

/** The text that `escapeTags` was given, if it was well-formed. */
export const unescapeTags = (text: string): string => text.replace(ESCAPED_TAG, '$1$2')
