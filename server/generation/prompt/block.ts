type Tag = 'example' | 'outline' | 'characters' | 'request'

/** Takes escaped text. */
export const block = (tag: Tag, text: string): string => `<${tag}>\n${text}\n</${tag}>`
