type Tag = 'example' | 'outline' | 'characters' | 'request'

/** The text must already be escaped. */
export const block = (tag: Tag, text: string): string => `<${tag}>\n${text}\n</${tag}>`
