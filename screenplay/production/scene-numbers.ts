import { type Element, type Screenplay, lineBreakOf } from '../model/elements.ts'
import type { Splice } from '../changes/splices.ts'
import { compareNumbers, numbersBetween, type ProductionNumber, readNumber } from './numbers.ts'
import { setLocks } from './locked-pages.ts'
import type { Edit } from '../editing/edit.ts'
import { firstIndex } from '../model/first-index.ts'

const headingsOf = ({ elements }: Screenplay): Element[] =>
  elements.filter(({ type }) => type === 'scene-heading')

/** Whether any scene has a number. */
export const hasSceneNumbers = (screenplay: Screenplay): boolean =>
  headingsOf(screenplay).some(({ sceneNumber }) => sceneNumber !== undefined)

/** Numbers every scene that has none; no other number changes. */
export function assignSceneNumbers(screenplay: Screenplay): Splice[] {
  const headings = headingsOf(screenplay)
  const used = new Set(headings.map(({ sceneNumber }) => sceneNumber?.toUpperCase()))
  const isUsed = (number: string) => used.has(number.toUpperCase())
  const splices: Splice[] = []
  let previous: string | undefined
  for (let from = 0; from < headings.length; ) {
    const known = headings[from]?.sceneNumber
    if (known !== undefined) {
      previous = known
      from += 1
      continue
    }
    let to = from + 1
    while (to < headings.length && headings[to]?.sceneNumber === undefined) to += 1
    const numbers = newNumbers(previous, headings[to]?.sceneNumber, to - from, isUsed)
    for (const [index, number] of numbers.entries()) {
      const heading = headings[from + index]
      if (heading) splices.push(numberSplice(screenplay, heading, number))
      used.add(number.toUpperCase())
      previous = number
    }
    from = to
  }
  return splices
}

function numberSplice(
  { source }: Screenplay,
  { start, contentEnd }: Element,
  number: string,
): Splice {
  const end = start + source.slice(start, contentEnd).trimEnd().length
  return { start: end, end, text: ` #${number}#` }
}

type IsUsed = (number: string) => boolean

/** New numbers for `count` scenes after `previous` and before `next`. */
function newNumbers(
  previous: string | undefined,
  next: string | undefined,
  count: number,
  isUsed: IsUsed,
) {
  if (next === undefined) return followingNumbers(previous, count, isUsed)
  const before = previous === undefined ? undefined : readNumber(previous)
  if (previous !== undefined && !before) return letteredNumbers(previous, count, isUsed)
  const after = readNumber(next)
  if (after && (!before || compareNumbers(before, after) < 0))
    return numbersBetween(before, after, count, isUsed)
  // The next scene was moved here, or its number has another form, so continue from the previous scene.
  return numbersBetween(before, wholeAfter(before), count, isUsed)
}

const wholeAfter = (number: ProductionNumber | undefined): ProductionNumber => ({
  count: (number?.count ?? 0) + 1,
  place: 'at',
  letters: '',
})

/** Numbers at the end of the script: 46 after 45. */
function followingNumbers(previous: string | undefined, count: number, isUsed: IsUsed): string[] {
  const numbers: string[] = []
  let number = Number(/\d{1,9}/.exec(previous ?? '')?.[0] ?? 0)
  while (numbers.length < count) {
    number += 1
    if (!isUsed(String(number))) numbers.push(String(number))
  }
  return numbers
}

const MAX_ROUNDS = 20

/** Numbers after one of another form, such as I-1-A. */
function letteredNumbers(previous: string, count: number, isUsed: IsUsed): string[] {
  const numbers: string[] = []
  for (let letter = 0; numbers.length < count; letter += 1) {
    const rounds = Math.floor(letter / 26)
    // No script needs more than a few; each further one would be longer than all before it.
    const full = rounds > MAX_ROUNDS ? `${'Z'.repeat(MAX_ROUNDS)}${rounds}` : 'Z'.repeat(rounds)
    const number = `${previous}${full}${String.fromCharCode(65 + (letter % 26))}`
    if (!isUsed(number)) numbers.push(number)
  }
  return numbers
}

export const removeSceneNumbers = (screenplay: Screenplay): Splice[] =>
  headingsOf(screenplay).flatMap((heading) => setSceneNumber(screenplay, heading, undefined))

/** Gives a scene this number, or none. */
export function setSceneNumber(
  screenplay: Screenplay,
  heading: Element,
  number: string | undefined,
): Splice[] {
  const { start, contentEnd, sceneNumber } = heading
  if (sceneNumber === number) return []
  if (sceneNumber === undefined) return [numberSplice(screenplay, heading, number ?? '')]
  const written = screenplay.source.slice(start, contentEnd)
  const at = written.lastIndexOf(`#${sceneNumber}#`)
  const before = written.slice(0, at).trimEnd()
  const end = start + at + sceneNumber.length + 2
  return [{ start: start + before.length, end, text: number === undefined ? '' : ` #${number}#` }]
}

/** Numbers all scenes; from then on a new scene gets a number with letters, and no number changes. */
export const lockSceneNumbers = (screenplay: Screenplay): Splice[] => [
  ...setLocks(screenplay, { sceneNumbers: true }),
  ...assignSceneNumbers(screenplay),
]

/** The numbers stay, but may be removed and given anew. */
export const unlockSceneNumbers = (screenplay: Screenplay): Splice[] =>
  setLocks(screenplay, { sceneNumbers: false })

const OMITTED = 'OMITTED'
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
  const newline = lineBreakOf(source)
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
