import type { Element, Screenplay, TitleEntry } from './elements.ts'
import { firstIndex } from './first-index.ts'
import { Body } from './parse-body.ts'
import {
  type Change,
  joinedChange,
  firstStartingAt,
  resumeIndex,
  moved,
  reuseEqual,
  parseUntilKnown,
} from './reparse.ts'
import { isSpeech } from './line-reader.ts'
import { parse, reparse } from './parse.ts'
import { applySplices } from '../changes/splices.ts'

/** A range of the current elements; all others are unchanged, although they may have moved. */
export type ElementRange = { from: number; to: number }

const isSame = (one: Element | undefined, other: Element | undefined, shift: number): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.spaceAbove === other.spaceAbove &&
  one.type === other.type &&
  one.text === other.text &&
  one.dual === other.dual &&
  one.start + shift === other.start &&
  one.contentEnd + shift === other.contentEnd &&
  one.end + shift === other.end

/** The elements that an edit changed and one neighbour on each side, as the rows between them may differ. */
function changedElements(
  before: readonly Element[],
  now: readonly Element[],
  shift: number,
): ElementRange {
  const most = Math.min(before.length, now.length)
  let prefix = 0
  // Elements before an edit are usually the same objects.
  while (
    prefix < most &&
    (before[prefix] === now[prefix] || isSame(before[prefix], now[prefix], 0))
  )
    prefix += 1
  let suffix = 0
  const [last, lastNow] = [before.length - 1, now.length - 1]
  while (suffix < most - prefix && isSame(before[last - suffix], now[lastNow - suffix], shift))
    suffix += 1
  return {
    from: Math.max(0, prefix - 1),
    // `now.length + 1` includes the end of the last sheet.
    to: Math.min(now.length + 1, now.length - suffix + 1),
  }
}

/** The index of the element that contains an offset or follows it; `elements.length` if there is none. */
export const elementIndexAt = (elements: readonly Element[], offset: number): number =>
  firstIndex(elements.length, (index) => elements[index]!.contentEnd >= offset)

/** A text of which a part can be read without copying all of it. */
type TextParts = {
  readonly length: number
  sliceString: (from: number, to?: number) => string
}

/** Elements `from` to `to` are replaced by `elements`; later ones move by `offset` and `lines`. */
type Replaced = {
  from: number
  to: number
  elements: Element[]
  offset: number
  lines: number
}

/** How many elements before the change to search for one at which parsing can resume. */
const BEFORE = 12
/** How many elements after the change to search for an unchanged one. */
const BEHIND = 12
/** With more elements than this, parsing the whole text is no slower. */
const MAX_ELEMENTS = 500

const BONEYARD = /\/\*|\*\//

/** Whether the type of an element may depend on the previous element. */
const belongsToPrevious = ({ type }: Element): boolean =>
  type === 'note' || type === 'boneyard' || (isSpeech(type) && type !== 'character')

/**
 * Like `reparse`, but reads only the text around the change. Undefined if that is not enough: at the
 * beginning, where a title page may be, near a boneyard, which may end anywhere, and if too much has changed.
 */
function reparseNear(
  elements: readonly Element[],
  before: TextParts,
  now: TextParts,
  change: Change,
): Replaced | undefined {
  const to = Math.min(elements.length, firstStartingAt(elements, change.endBefore) + BEHIND)
  let from = Math.max(0, firstStartingAt(elements, change.from) - BEFORE)
  while (from > 0 && belongsToPrevious(elements[from]!)) from -= 1
  const base = elements[from]?.start ?? Infinity
  if (change.from < base || to - from > MAX_ELEMENTS) return undefined
  const end = elements[to]?.start ?? before.length
  const offset = change.endNow - change.endBefore
  const source = now.sliceString(base, end + offset)
  if (BONEYARD.test(source)) return undefined

  const old: Screenplay = {
    source: before.sliceString(base, end),
    titlePage: [],
    elements: elements.slice(from, to).map((element) => moved(element, -base)),
  }
  const part = {
    from: change.from - base,
    endBefore: change.endBefore - base,
    endNow: change.endNow - base,
  }
  const index = resumeIndex(old, part)
  const first = old.elements[index]
  if (!first || index === 0) return undefined
  const body = new Body(source, first.start, first.line, old.elements.slice(0, index))
  const known = parseUntilKnown(body, old, part)
  if (!known && to < elements.length) return undefined
  const next = known?.next ?? old.elements.length
  reuseEqual(body.elements, old.elements, index)
  let same = 0
  while (same < next && body.elements[same] === old.elements[same]) same += 1
  return {
    from: from + same,
    to: from + next,
    elements: body.elements.slice(same).map((element) => moved(element, base)),
    offset,
    lines: known?.lines ?? 0,
  }
}

/** A few elements as a screenplay of its own: their text begins at `at`, the first of them is number `first`. */
export type Excerpt = { screenplay: Screenplay; at: number; first: number }

/** An earlier text, and where the current text differs from it. */
type Base = { source: string; change: Change | null }

/**
 * The screenplay of a text that is being edited. An edit parses the text around it and shifts the elements
 * after it, so it costs about the same for any length of script. The whole text is copied only when needed.
 */
export class LiveScreenplay implements Screenplay {
  readonly titlePage: TitleEntry[]
  readonly #text: TextParts
  #base: Base
  /** Null after an edit, which passes the elements on to the next screenplay. */
  #current: Element[] | null
  #copied: Element[] | null = null

  private constructor(text: TextParts, base: Base, titlePage: TitleEntry[], elements: Element[]) {
    this.#text = text
    this.#base = base
    this.titlePage = titlePage
    this.#current = elements
  }

  static of(text: TextParts & { toString: () => string }): LiveScreenplay {
    const { source, titlePage, elements } = parse(text.toString())
    return new LiveScreenplay(text, { source, change: null }, titlePage, elements)
  }

  get source(): string {
    const { source, change } = this.#base
    if (!change) return source
    const text = this.#text.sliceString(change.from, change.endNow)
    const whole = applySplices(source, [{ start: change.from, end: change.endBefore, text }])
    this.#base = { source: whole, change: null }
    return whole
  }

  /** A copy of the elements, which later edits do not change. */
  get elements(): Element[] {
    this.#copied ??=
      this.#current?.map((element) => ({ ...element })) ?? parse(this.source).elements
    return this.#copied
  }

  /** The elements without a copy, valid until the next edit changes them. Callers must not change them. */
  get current(): readonly Element[] {
    return this.#current ?? this.elements
  }

  /** The screenplay after an edit, and which of its elements to redraw. */
  edit(text: TextParts, change: Change): { screenplay: LiveScreenplay; changed: ElementRange } {
    const { titlePage } = this
    const elements = this.#current ?? parse(this.source).elements
    const near = reparseNear(elements, this.#text, text, change)
    this.#current = null
    if (!near) return this.#reparsed(elements, text, change)
    replace(elements, near)
    const base = { ...this.#base, change: joinedChange(this.#base.change, change) }
    const end = near.from + near.elements.length
    return {
      screenplay: new LiveScreenplay(text, base, titlePage, elements),
      changed: { from: Math.max(0, near.from - 1), to: Math.min(elements.length, end) + 1 },
    }
  }

  #reparsed(elements: Element[], text: TextParts, change: Change) {
    const { source, titlePage } = this
    const { from: start, endBefore: end, endNow } = change
    const splice = { start, end, text: text.sliceString(start, endNow) }
    const now = reparse({ source, titlePage, elements }, applySplices(source, [splice]), change)
    const base = { source: now.source, change: null }
    return {
      screenplay: new LiveScreenplay(text, base, now.titlePage, now.elements),
      changed: changedElements(elements, now.elements, text.length - this.#text.length),
    }
  }

  /** These elements, and those before them that affect how they print. */
  excerpt({ from, to }: ElementRange): Excerpt {
    const { titlePage, current } = this
    const first = contextStart(current, from)
    const last = Math.min(current.length, to + 1)
    const at = first === 0 ? 0 : (current[first]?.start ?? 0)
    const end = current[last]?.start ?? this.#text.length
    const isAll = at === 0 && last === current.length
    const source = isAll ? this.source : this.#text.sliceString(at, end)
    const part = current.slice(first, last)
    const elements = at === 0 ? part : part.map((element) => moved(element, -at))
    return { screenplay: { source, titlePage, elements }, at, first }
  }
}

/** (CONT'D) and the space above depend on the last speech of the scene, and on what is directly above. */
function contextStart(elements: readonly Element[], index: number): number {
  let at = Math.max(0, Math.min(index, elements.length) - 1)
  for (; at > 0; at -= 1) {
    const { type, dual } = elements[at] ?? {}
    if (type === 'scene-heading' || (type === 'character' && !dual)) break
  }
  return at
}

/** Changes the elements in place, because thousands may follow. */
function replace(elements: Element[], { from, to, elements: now, offset, lines }: Replaced): void {
  elements.splice(from, to - from, ...now)
  if (offset === 0 && lines === 0) return
  for (let index = from + now.length; index < elements.length; index += 1) {
    const element = elements[index]
    if (!element) continue
    element.start += offset
    element.contentEnd += offset
    element.end += offset
    element.line += lines
  }
}
