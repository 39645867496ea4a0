const heading = /^(?:INT\.?\/EXT|EXT\.?\/INT|INT|EXT|EST|I\.?\/E)[.\s]/i
const sceneNumber = /#([\p{L}\p{N}.-]+)#$/u
const forcedHeading = /^\.[\p{L}\p{N}]/u
const pageBreak = /^={3,}$/
const lowerCase = /\p{Ll}/u
const upperCase = /\p{Lu}/u
const extension = /\([^()]*\)/g

export function isSceneHeading(text: string): boolean {
  return heading.test(text)
}

export function isForcedSceneHeading(text: string): boolean {
  return forcedHeading.test(text)
}

export function isPageBreak(text: string): boolean {
  return pageBreak.test(text)
}

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
