const anyBreak = /\r\n|[\r\n]/gu

/** The line break that a text uses. */
export const lineBreakOf = (text: string): string => /\r\n|[\r\n]/u.exec(text)?.[0] ?? '\n'

export const withLineBreaks = (text: string, lineBreak: string): string =>
  text.replaceAll(anyBreak, lineBreak)

export const countBreaks = (text: string): number => text.match(anyBreak)?.length ?? 0

/** The white space at the end of a text, and at its start. */
export const gapAfter = (text: string): string => text.slice(text.trimEnd().length)
export const gapBefore = (text: string): string =>
  text.slice(0, text.length - text.trimStart().length)

/** Without the blank lines around it; the first line keeps its indent. */
export const withoutBlankLines = (text: string): string =>
  text.replace(/^(?:[^\S\r\n]*(?:\r\n|[\r\n]))+/u, '').trimEnd()

/** Whether texts are equal, ignoring the kind of line breaks and spaces at the ends of lines. */
export const isSameText = (one: string, other: string): boolean => bare(one) === bare(other)

const bare = (text: string): string =>
  text
    .split(anyBreak)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
