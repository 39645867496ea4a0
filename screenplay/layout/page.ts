import {
  type Block,
  type Blocks,
  type Fragment,
  heightOf,
  isStart,
  type Place,
  whole,
} from './blocks.ts'
import { type LockedPlaces, pageStartAfter } from './page-rows.ts'
import type { PageStart } from './page-starts.ts'
import { MIN_LINES, forceSplit, splitFragment } from './split.ts'

/** The start of a page: an element's block, or a position inside it if it was split. */
export type Cursor = { element: number; at?: readonly Place[]; start?: PageStart }

export type PlacedFragment = Fragment & { row: number; height: number }

export type LaidPage = {
  pieces: PlacedFragment[]
  /** Undefined for the last page. */
  next?: Cursor
  /** The last element examined: the page stays valid while the elements up to it are unchanged. */
  seen: number
  /** Its number, if that is forced or locked. */
  start?: PageStart
}

/** Directly under a heading, only a block of at least this many lines is split; a shorter one moves with it. */
const SPLIT_UNDER_HEADING = 2 * MIN_LINES + 1

const typeOf = (block: Block | undefined) => block?.sides[0]?.[0]?.element.type
const isHeading = (block: Block) => typeOf(block) === 'scene-heading'

const startsPage = ({ block, from }: Fragment) => block.startsPage && from.every(isStart)

/** Headings and the block below them, which stay together. */
type Chunk = {
  cursor: Cursor
  fragments: Fragment[]
  heights: number[]
  /** Where a locked page starts, after the chunk or inside its last block. */
  end?: Cursor | undefined
}

type Group = { cursor: Cursor; pieces: PlacedFragment[] }

const cursorBehind = ({ next, start }: Block): Cursor => ({
  element: next,
  ...(start && { start }),
})

/** Fills one page, starting at a cursor. */
export class PageFiller {
  readonly #blocks: Blocks
  readonly #capacity: number
  readonly #end: number
  readonly #locks: LockedPlaces
  readonly #groups: Group[] = []
  #row = 0
  #seen = 0
  #start: PageStart | undefined

  constructor(blocks: Blocks, capacity: number, elements: number, locks: LockedPlaces) {
    this.#locks = locks
    this.#blocks = blocks
    this.#capacity = capacity
    this.#end = elements
  }

  fill(from: Cursor): LaidPage {
    let cursor: Cursor | undefined = from
    this.#start = from.start
    while (cursor) {
      const chunk = this.#chunk(cursor)
      const first = chunk?.fragments[0]
      const last = chunk?.fragments.at(-1)
      if (!chunk || !first || !last) return this.#page(undefined)
      const start = cursor.at ? undefined : this.#locks.of(first.block).before
      const isFirst = this.#groups.length === 0
      if (start && !isFirst) return this.#page({ ...cursor, start })
      this.#start = start ?? this.#start
      if (first.block.kind === 'break') {
        if (!isFirst) return this.#page(cursorBehind(first.block))
        this.#start = first.block.start ?? this.#start
      } else if (startsPage(first) && !isFirst) return this.#page(cursor)
      else if (this.#fits(chunk)) this.#place(chunk)
      else return this.#overflow(chunk)
      if (chunk.end) return this.#page(chunk.end)
      cursor = { element: last.block.next }
    }
    return this.#page(undefined)
  }

  #page(next: Cursor | undefined): LaidPage {
    const pieces = this.#groups.flatMap((group) => group.pieces)
    const more = next && this.#read(next.element) ? { next } : {}
    return { pieces, ...more, seen: this.#seen, ...(this.#start && { start: this.#start }) }
  }

  #read(element: number): Block | undefined {
    const block = this.#blocks.at(element)
    this.#seen = Math.max(this.#seen, block ? block.seen : this.#end)
    return block
  }

  #chunk(cursor: Cursor): Chunk | undefined {
    const fragments: Fragment[] = []
    const heights: number[] = []
    let room = this.#capacity
    let end: Cursor | undefined
    let block = this.#read(cursor.element)
    while (block) {
      const isFirst = fragments.length === 0
      // A forced page break takes precedence over keeping blocks together.
      const locked = this.#locks.of(block)
      if (!isFirst && (block.kind === 'break' || block.startsPage || locked.before)) break
      const from = isFirst ? cursor.at : undefined
      const lock = pageStartAfter(locked, from)
      const fragment = { ...whole(block), ...(from && { from }), ...(lock && { to: lock.at }) }
      const height = heightOf(fragment, this.#capacity + MIN_LINES + 1)
      fragments.push(fragment)
      heights.push(height)
      room -= height
      if (lock) end = { element: block.first, ...lock }
      else if (locked.after) end = { element: block.next, start: locked.after }
      if (end || !isHeading(block) || room < 0) break
      block = this.#read(block.next)
    }
    return fragments.length > 0 ? { cursor, fragments, heights, end } : undefined
  }

  #before(fragment: Fragment, isFirst: boolean): number {
    return isFirst && this.#row === 0 ? 0 : fragment.block.before
  }

  #fits({ fragments, heights }: Chunk): boolean {
    let row = this.#row
    for (const [index, fragment] of fragments.entries()) {
      row += this.#before(fragment, index === 0) + (heights[index] ?? 0)
    }
    return row <= this.#capacity
  }

  #place({ cursor, fragments, heights }: Chunk): void {
    const pieces: PlacedFragment[] = []
    for (const [index, fragment] of fragments.entries()) {
      const row = this.#row + this.#before(fragment, index === 0)
      const height = heights[index] ?? 0
      pieces.push({ ...fragment, row, height })
      this.#row = row + height
    }
    this.#groups.push({ cursor, pieces })
  }

  /** Ends the page: splits the chunk if allowed, otherwise breaks before it. */
  #overflow(chunk: Chunk): LaidPage {
    const split = this.#split(chunk)
    if (split) return split
    if (this.#groups.length === 0) return this.#force(chunk)
    if (typeOf(chunk.fragments[0]?.block) === 'transition') return this.#moveWithPrevious(chunk)
    return this.#page(chunk.cursor)
  }

  /** Rows left for the chunk's last block after placing the blocks before it. */
  #roomForLast({ fragments, heights }: Chunk): number {
    let row = this.#row
    for (const [index, fragment] of fragments.entries()) {
      row += this.#before(fragment, index === 0)
      if (index < fragments.length - 1) row += heights[index] ?? 0
    }
    return this.#capacity - row
  }

  #split(chunk: Chunk): LaidPage | undefined {
    const last = chunk.fragments.at(-1)
    const leads = chunk.fragments.length > 1
    const height = chunk.heights.at(-1) ?? 0
    if (!last || (leads && height < SPLIT_UNDER_HEADING * last.block.spacing)) return undefined
    const to = splitFragment(last, this.#roomForLast(chunk), leads)
    return to && this.#breakAt(chunk, last, to)
  }

  #breakAt(chunk: Chunk, last: Fragment, to: readonly Place[]): LaidPage {
    const top = { ...last, to }
    this.#place({
      cursor: chunk.cursor,
      fragments: [...chunk.fragments.slice(0, -1), top],
      heights: [...chunk.heights.slice(0, -1), heightOf(top, this.#capacity)],
    })
    return this.#page({ element: last.block.first, at: to })
  }

  /** The page is empty and no rule allows a split: split anyway. */
  #force(chunk: Chunk): LaidPage {
    const room = this.#roomForLast(chunk)
    const last = chunk.fragments.at(-1)
    if (last && room >= MIN_LINES) {
      const most = (chunk.heights.at(-1) ?? 0) - MIN_LINES * last.block.spacing
      return this.#breakAt(chunk, last, forceSplit(last, Math.min(room, most)))
    }
    // More headings than fit on a page: place as many as fit.
    const leads = { ...chunk, fragments: chunk.fragments.slice(0, -1) }
    if (leads.fragments.length > 0 && this.#fits(leads)) {
      this.#place(leads)
      return this.#page({ element: leads.fragments.at(-1)?.block.next ?? this.#end })
    }
    return this.#force(leads)
  }

  /** A page must not start with a transition: move the previous block to the next page too. */
  #moveWithPrevious(chunk: Chunk): LaidPage {
    const index = this.#groups.findLastIndex(
      ({ pieces }) => typeOf(pieces[0]?.block) !== 'transition',
    )
    const moved = this.#groups[index]
    if (!moved) return this.#page(chunk.cursor)
    if (index > 0) {
      this.#groups.length = index
      return this.#page(moved.cursor)
    }
    // It is the only block on the page: move only its end.
    const alone = this.#chunk(moved.cursor)
    const last = alone?.fragments.at(-1)
    const height = alone?.heights.at(-1) ?? 0
    const { spacing = 1 } = last?.block ?? {}
    const most = height - MIN_LINES * spacing
    if (!alone || !last || most <= 0) return this.#page(chunk.cursor)
    this.#groups.length = 0
    this.#row = 0
    const to = splitFragment(last, height - spacing, false) ?? forceSplit(last, most)
    return this.#breakAt(alone, last, to)
  }
}
