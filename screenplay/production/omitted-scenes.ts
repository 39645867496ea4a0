import type { Edit } from '../edit.ts'
import type { Element, Screenplay } from '../elements.ts'
import { firstIndex } from '../parse/first-index.ts'

const OMITTED = 'OMITTED'
const lineBreak = /\r\n|[\r\n]/
const boneyard = /^\/\*(?:\r\n|[\r\n])([^]*?)(?:\r\n|[\r\n])\*\/$/

/** Escapes the end of a boneyard inside a scene, so that it does not end the one around the scene. */
export const escapeCommentEnds = (text: string) => text.replace(/\*(\\*)\//g, String.raw`*\$1/`)
export const unescapeCommentEnds = (text: string) => text.replace(/\*\\(\\*)\//g, '*$1/')

function headingAt({ elements }: Screenplay, offset: number): number {
  let at = firstIndex(elements.length, (index) => elements[index]!.start > offset) - 1
  while (at >= 0 && elements[at]?.type !== 'scene-heading') at -= 1
  return at
}

/** The original text of an omitted scene, from the boneyard below its heading. */
function omittedText({ source, elements }: Screenplay, heading: number): string | undefined {
  const [element, hidden] = [elements[heading], elements[heading + 1]]
  if (element?.text.toUpperCase() !== OMITTED || hidden?.type !== 'boneyard') return undefined
  const [, text] = boneyard.exec(source.slice(hidden.start, hidden.contentEnd)) ?? []
  return text === undefined ? undefined : unescapeCommentEnds(text)
}

/** Page breaks and fixed pages at the end of a scene belong to what follows. */
const isBetweenScenes = ({ type, pageNumber }: Element) =>
  type === 'page-break' || type === 'section' || pageNumber !== undefined

const isDivision = ({ type }: Element) => type === 'scene-heading' || type === 'section'

function lastOf({ elements }: Screenplay, heading: number): Element | undefined {
  let last = heading
  for (let next = elements[last + 1]; next && !isDivision(next); next = elements[last + 1])
    last += 1
  for (let element = elements[last]; last > heading && element && isBetweenScenes(element); ) {
    last -= 1
    element = elements[last]
  }
  return elements[last]
}

/** Whether the scene at an offset is omitted; undefined if there is no scene. */
export function isOmitted(screenplay: Screenplay, offset: number): boolean | undefined {
  const heading = headingAt(screenplay, offset)
  return heading < 0 ? undefined : omittedText(screenplay, heading) !== undefined
}

/** Replaces the scene at an offset by OMITTED and its number, and keeps its text in a boneyard. */
export function omitScene(screenplay: Screenplay, offset: number): Edit | null {
  const { source, elements } = screenplay
  const index = headingAt(screenplay, offset)
  const heading = elements[index]
  const last = heading && lastOf(screenplay, index)
  if (!heading || !last || omittedText(screenplay, index) !== undefined) return null
  const newline = lineBreak.exec(source)?.[0] ?? '\n'
  const number = heading.sceneNumber === undefined ? '' : ` #${heading.sceneNumber}#`
  const { start } = heading
  const end = last.contentEnd
  const hidden = ['/*', escapeCommentEnds(source.slice(start, end)), '*/'].join(newline)
  const text = `.${OMITTED}${number}${newline}${newline}${hidden}`
  return { splices: [{ start, end, text }], anchor: start, head: start }
}

/** Brings the omitted scene at an offset back as it was. */
export function restoreScene(screenplay: Screenplay, offset: number): Edit | null {
  const { elements } = screenplay
  const index = headingAt(screenplay, offset)
  const [heading, hidden] = [elements[index], elements[index + 1]]
  const text = omittedText(screenplay, index)
  if (!heading || !hidden || text === undefined) return null
  const { start } = heading
  return { splices: [{ start, end: hidden.contentEnd, text }], anchor: start, head: start }
}
