type Tag = 'example' | 'current_script' | 'request'

// Also look-alikes: full-width or small brackets, other cases, spaces, invisible characters.
const TAG_START =
  /([<\uff1c\ufe64\u2039\u2329\u3008])(\\*)(?=[\s\p{Cf}/\uff0f\u2044\u2215]*(?:example|current_script|request))/giu

/**
 * Escapes our own tags in the user's text, so that it cannot leave its block: each gets a backslash, and
 * one that already has backslashes gets one more, which keeps the escaping reversible.
 */
export const escapeTags = (text: string): string =>
  text.toWellFormed().replace(TAG_START, String.raw`$1\$2`)

/** Takes escaped text. */
export const block = (tag: Tag, text: string): string => `<${tag}>\n${text}\n</${tag}>`
