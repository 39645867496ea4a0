import type { Element, Screenplay } from '../elements.ts'
import type { Splice } from '../splices.ts'
import { compareNumbers, numbersBetween, type ProductionNumber, readNumber } from './numbers.ts'

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
