import { childNamed, elementsIn, type XmlElement } from '../xml.ts'
import { numbersBetween, readNumber } from '../../production/numbers.ts'
import { xmlElement } from './paragraph-text.ts'

/** A page that is locked: its number, and the character of the script that it begins with. */
export type LockedPage = { label: string; position: number; isCut: boolean }

/** No script has as many pages. */
const MAX_PAGES = 1000

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const count = /^\d{1,9}$/
const whole = /^\d{1,6}$/
const lettered = /^(\d{1,6})([A-Z])$/

/** Pages inserted between locked ones have the level 1 and count from A; those of further levels need their neighbours. */
function labelOf({ attributes }: XmlElement): string | undefined {
  const { PageNumber: number = '', LockLevel: level = '0', LevelIndex: index = '0' } = attributes
  if (!whole.test(number)) return readNumber(number) && number.toUpperCase()
  if (level === '0') return number
  const letter = level === '1' ? LETTERS.charAt(Number(index)) : ''
  return letter === '' ? undefined : number + letter
}

/** Numbers for the pages whose own is not known, between those of their neighbours. */
function withLabels(labels: (string | undefined)[]): (string | undefined)[] {
  for (let at = 0; at < labels.length; at += 1) {
    if (labels[at] !== undefined) continue
    let end = at
    while (end < labels.length && labels[end] === undefined) end += 1
    const [previous, next] = [labels[at - 1], labels[end]].map((each) => readNumber(each ?? ''))
    const following = next ?? readNumber(String((previous?.count ?? 0) + 1))
    const found = following ? numbersBetween(previous, following, end - at) : []
    labels.splice(at, found.length, ...found)
    at = end
  }
  return labels
}

/** The locked pages of a file, in order. A page that was cut begins where the next one does. */
export function readLockedPages(root: XmlElement): LockedPage[] {
  const found = elementsIn(childNamed(root, 'LockedPages'))
    .filter(({ attributes }) => count.test(attributes['Position'] ?? ''))
    .slice(0, MAX_PAGES)
    .toSorted((one, other) => positionOf(one) - positionOf(other))
  const labels = withLabels(found.map(labelOf))
  let next: number | undefined
  const pages = found.toReversed().flatMap((each, index): LockedPage[] => {
    const { Deleted: deleted = '0' } = each.attributes
    const isCut = deleted !== '0' && deleted !== 'No'
    if (!isCut) next = positionOf(each)
    const label = labels[found.length - 1 - index]
    return next === undefined || label === undefined ? [] : [{ label, position: next, isCut }]
  })
  return pages.toReversed()
}

const positionOf = ({ attributes }: XmlElement) => Number(attributes['Position'])

function lockedPage({ label, position, isCut }: LockedPage): XmlElement {
  const [, number = label, letter = ''] = lettered.exec(label) ?? []
  const isWhole = whole.test(label)
  return xmlElement('LockedPage', {
    Deleted: isCut ? '1' : '0',
    LevelIndex: String(isWhole ? Number(label) - 1 : Math.max(0, LETTERS.indexOf(letter))),
    LockLevel: isWhole ? '0' : letter === '' ? '2' : '1',
    PageNumber: number,
    Position: String(position),
  })
}

/** Writes these pages into a document, unless it has them already. */
export function putLockedPages(root: XmlElement, pages: readonly LockedPage[]): void {
  if (JSON.stringify(readLockedPages(root)) === JSON.stringify(pages)) return
  root.children = elementsIn(root).filter(({ name }) => name !== 'LockedPages')
  if (pages.length > 0) root.children.push(xmlElement('LockedPages', {}, pages.map(lockedPage)))
}
