type Tag = 'example' | 'current_script' | 'request'

// Also in disguise: wide or small brackets, other cases, spaces, invisible characters.
const LOOK_ALIKE =
  /([<\uff1c\ufe64\u2039\u2329\u3008])(\\*)(?=[\s\p{Cf}/\uff0f\u2044\u2215]*(?:example|current_script|request))/giu

/**
 * A person's text, in which no tag of ours can begin: each that looks like one gets a backslash,
 * and one that has some gets one more, so that nothing is lost.
 */
export const material = (text: string): string =>
  text.toWellFormed().replace(LOOK_ALIKE, String.raw`$1\$2`)

/** Takes what `material` gave. */
export const block = (tag: Tag, text: string): string => `<${tag}>\n${text}\n</${tag}>`
