import type { Screenplay } from '../elements.ts'
import { offsetAt, printedPositions } from '../page-map/printed-positions.ts'
import type { Block, Part } from './blocks.ts'
import { isStart, type Place, trimmedStart } from './fragment.ts'
import type { PageStart, PageStarts } from './page-starts.ts'

type LockedPlace = { at: readonly Place[]; start: PageStart }

/** The locked pages that begin at the start of a block, inside it and after it. */
type Locked = { before?: PageStart; inside: LockedPlace[]; after?: PageStart }

const NONE: Locked = { inside: [] }

const isBehind = (one: Place, other: Place) =>
  one.part > other.part || (one.part === other.part && one.offset > other.offset)

/** The first locked page that begins after a place in the block. */
export function pageStartAfter({ inside }: Locked, from: readonly Place[] | undefined) {
  const place = from?.[0]
  return inside.find(({ at: [at] }) => !place || (at && isBehind(at, place)))
}

/** Finds where locked pages begin in printed text. */
export class LockedPlaces {
  readonly #source: string
  readonly #starts: PageStarts

  constructor({ source }: Screenplay, starts: PageStarts) {
    this.#source = source
    this.#starts = starts
  }

  of(block: Block): Locked {
    if (this.#starts.size === 0 || block.kind === 'break') return NONE
    const locked: Locked = { inside: [] }
    const [parts = [], ...others] = block.sides
    for (const [index, part] of parts.entries()) {
      for (const start of this.#starts.get(part.element) ?? []) {
        this.#add(locked, start, this.#place(parts, index, part, start), parts.length)
      }
    }
    // A dual dialogue is kept together, so a page locked inside it begins after it.
    const last = locked.inside.pop()
    if (last && others.length > 0) return { ...locked, inside: [], after: last.start }
    if (last) locked.inside.push(last)
    return locked
  }

  #add(locked: Locked, start: PageStart, place: Place, end: number): void {
    const last = locked.inside.at(-1)
    if (isStart(place)) locked.before = start
    else if (place.part >= end) locked.after = start
    else {
      // If nothing is printed between two locked pages, the second one counts.
      if (last?.at[0] && !isBehind(place, last.at[0])) locked.inside.pop()
      locked.inside.push({ at: [place], start })
    }
  }

  #place(parts: readonly Part[], index: number, { element, text }: Part, start: PageStart): Place {
    const { at } = printedPositions(this.#source, element, text)
    const found = offsetAt(at, text.length, element.start + start.at)
    const offset = found === 0 ? 0 : trimmedStart(text, found)
    if (offset < text.length) return { part: index, offset }
    return { part: Math.min(index + 1, parts.length), offset: 0 }
  }
}
