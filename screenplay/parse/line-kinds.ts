const heading = /^(?:INT\.?\/EXT|EXT\.?\/INT|INT|EXT|EST|I\.?\/E)[.\s]/i
const sceneNumber = /#([\p{L}\p{N}.-]+)#$/u
const forcedHeading = /^\.[\p{L}\p{N}]/u
const pageNumber = '[A-Z]{0,6}\\d{1,6}|\\d{1,6}[A-Z]{1,6}'
const pageBreak = new RegExp(`^={3,}(?:[ \\t]+(${pageNumber}))?$`, 'i')
const lockedPage = new RegExp(`^=== (${pageNumber})(?:\n|$)`, 'i')
const lowerCase = /\p{Ll}/u
const upperCase = /\p{Lu}/u
const extension = /\([^()]*\)/g

/** The line that prints as an empty row, or keeps one inside a speech. */
export const EMPTY_ROW = '  '

export function isSceneHeading(text: string): boolean {
  return heading.test(text)
}

export function isForcedSceneHeading(text: string): boolean {
  return forcedHeading.test(text)
}

/** Undefined if the text is not a page break; `pageNumber` is empty if no number is forced. */
export function readPageBreak(text: string): { pageNumber: string } | undefined {
  const match = pageBreak.exec(text)
  return match ? { pageNumber: match[1] ?? '' } : undefined
}

/** The number of a locked page that a note starts. */
export const lockedPageNumber = (note: string): string | undefined => lockedPage.exec(note)?.[1]

/** Per the Fountain syntax, trailing spaces after the colon turn it into action. */
export function isTransition(text: string): boolean {
  return text.endsWith('TO:') && !lowerCase.test(text)
}

/** Extensions such as "(on the phone)" may be in any case. */
export function isCharacter(text: string): boolean {
  const name = text.includes('(') ? text.replace(extension, '') : text
  return upperCase.test(name) && !lowerCase.test(name)
}

export function splitSceneNumber(text: string): { text: string; sceneNumber?: string } {
  if (!text.endsWith('#')) return { text }
  const match = sceneNumber.exec(text)
  if (!match?.[1]) return { text }
  return { text: text.slice(0, match.index).trimEnd(), sceneNumber: match[1] }
}

/** Removes the caret that marks dual dialogue. */
export function withoutCaret(text: string): string {
  let name = text.trimEnd()
  while (name.endsWith('^')) name = name.slice(0, -1).trimEnd()
  return name
}
