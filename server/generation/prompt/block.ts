type Tag =
  | 'attachment'
  | 'bible'
  | 'breakdown'
  | 'example'
  | 'noted'
  | 'outline'
  | 'reader'
  | 'request'
  | 'speaker'

/** The text must already be escaped. */
export const block = (tag: Tag, text: string): string => `<${tag}>\n${text}\n</${tag}>`

export const filled = (tag: Tag, texts: readonly string[]): string =>
  texts.join('') === '' ? '' : block(tag, texts.join('\n'))
