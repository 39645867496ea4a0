import { type Element, PRODUCTION_LOCK_KEY, type Screenplay } from '../../elements.ts'
import { plainText } from '../../emphasis.ts'
import type { FdxParagraph } from '../../export/fdx/paragraph.ts'
import type { LockedPage } from '../../final-draft/locked-pages.ts'
import { rawTextOf } from '../../final-draft/paragraph-text.ts'
import { printedPositions } from '../../page-map/printed-positions.ts'
import { pageMark } from '../../production/locked-pages.ts'
import type { Splice } from '../../splices.ts'
import type { XmlElement } from '../../xml.ts'
import { paragraphAt } from './script-notes.ts'

/** The title page entry of a script with locked pages. */
export const LOCK_ENTRY = { key: PRODUCTION_LOCK_KEY, values: ['pages'] }

/** A page has about 3,000 characters. */
const MAX_LENGTH = 20_000

/** Elements inside which a page may begin. */
const mayBreak = new Set<Element['type']>(['action', 'dialogue', 'lyrics'])

type Paragraphs = {
  /** The paragraphs of the file, and where they begin, in characters. */
  originals: readonly XmlElement[]
  starts: readonly number[]
  /** What they became. */
  exported: ReadonlyMap<XmlElement, FdxParagraph>
}

/** The notes that fix these pages in the imported script; incomplete if some could not be placed. */
export function pageMarks(
  screenplay: Screenplay,
  pages: readonly LockedPage[],
  paragraphs: Paragraphs,
): { splices: Splice[]; isIncomplete: boolean } {
  const { source } = screenplay
  let isIncomplete = false
  const labels = new Map<number, string[]>()
  for (const { label, position } of pages) {
    const at = sourceOffset(source, position, paragraphs)
    // The first page begins with the script anyway.
    if (label === '1' && at === screenplay.elements[0]?.start) continue
    if (at === undefined) isIncomplete = true
    else labels.set(at, [...(labels.get(at) ?? []), label])
  }
  const splices = [...labels]
    .toSorted(([one], [other]) => one - other)
    .map(([at, here]) => ({ start: at, end: at, text: textAt(source, at, here) }))
  return { splices, isIncomplete }
}

function textAt(source: string, at: number, labels: readonly string[]): string {
  if (at === source.length) return labels.map((label) => `\n[[=== ${label}]]\n`).join('')
  return labels.map((label) => pageMark(source, at, label)).join('')
}

/** The first element of what a paragraph became. */
const elementOf = ({ element, inner }: FdxParagraph): Element | undefined =>
  element ?? inner?.paragraphs[0]?.element

/** Undefined if the page begins in a paragraph that is far longer than a page. */
function sourceOffset(
  source: string,
  position: number,
  { originals, starts, exported }: Paragraphs,
): number | undefined {
  const first = paragraphAt(starts, position)
  const at = position - (starts[first] ?? 0)
  for (let index = first; index < originals.length; index += 1) {
    const became = exported.get(originals[index]!)
    const element = became && elementOf(became)
    if (!element) continue
    if (index > first || at === 0) return element.start
    const text = rawTextOf(originals[index]!)
    const isInside = at < text.trimEnd().length && became.element !== undefined
    if (!isInside || !mayBreak.has(element.type)) continue
    return text.length > MAX_LENGTH ? undefined : placeIn(source, element, text.slice(0, at))
  }
  return source.length
}

/** The source offset in an element behind this much of the paragraph's text, whatever its white space was. */
function placeIn(source: string, element: Element, before: string): number {
  const printed = plainText(element.text)
  const isAdded = element.type === 'parenthetical' && !before.trimStart().startsWith('(')
  let left = before.replaceAll(/\s/g, '').length + (isAdded ? 1 : 0)
  let at = 0
  for (; at < printed.length && (left > 0 || /\s/.test(printed.charAt(at))); at += 1) {
    if (!/\s/.test(printed.charAt(at))) left -= 1
  }
  // A page does not begin inside a word.
  while (at > 0 && !/\s/.test(printed.charAt(at - 1))) at -= 1
  return at === 0 ? element.start : printedPositions(source, element, printed).rowStart(at)
}
