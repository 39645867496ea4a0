import type { Element, Screenplay, TitleEntry } from './elements.ts'
import { parse, reparse } from './parse.ts'
import { type Change, joinedChange } from './parse/change.ts'
import { changedElements, type ElementRange } from './parse/changed-elements.ts'
import { reparseNear, type Replaced, type TextParts } from './parse/near.ts'
import { moved } from './parse/reuse.ts'
import { applySplices } from './splices.ts'

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
