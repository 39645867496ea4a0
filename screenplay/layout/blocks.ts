import { type Element, hasRows, type Screenplay } from '../model/elements.ts'
import { spansOf } from '../model/emphasis.ts'
import { type Column, columnOf, isPrintedType, type PageStyle, pageStyleOf } from './columns.ts'
import { addedContinued, StyledText } from './continueds.ts'
import type { PageStart, PageStarts } from './page-starts.ts'
import { Wrapping, type WrappedLine } from './wrap.ts'

/** One printed element. */
export type Part = {
  element: Element
  column: Column
  role: 'flow' | 'cue' | 'parenthetical' | 'spoken'
  text: string
  styled: StyledText
  wrapping: Wrapping
  /** Blank rows above it inside a speech. */
  before: number
  /** (CONT'D), printed after a cue whose text does not contain it. */
  added?: string
}

/** The unit of pagination: a paragraph, a speech, or dual dialogue. */
export type Block = {
  kind: 'flow' | 'speech' | 'dual' | 'break'
  sides: Part[][]
  /** Blank rows before the block. */
  before: number
  /** The largest number of rows that one of its lines takes. */
  spacing: number
  startsPage: boolean
  /** Whether a page break inside the block is allowed only between sentences. */
  breaksSentences: boolean
  /** Element indices: `first` to `next` (exclusive); `seen` is the last one examined. */
  first: number
  next: number
  seen: number
  /** For a page break: the page that starts after it. */
  start?: PageStart
}

export const ROLES = {
  character: 'cue',
  parenthetical: 'parenthetical',
  dialogue: 'spoken',
} as const

export const isUnprinted = (element: Element) =>
  element.type !== 'page-break' && (!isPrintedType(element.type) || !hasRows(element))

const EMPTY_LINES = /^(?:[ \t]*\n)+/

/** The length of the empty lines at the start of an element's text, which are not printed. */
export const emptyLinesLength = (text: string) => EMPTY_LINES.exec(text)?.[0].length ?? 0

const trimEmptyLines = (text: string) => text.trimEnd().replace(EMPTY_LINES, '')

/** Whether no empty line separates an element from the one before it. */
export function followsDirectly({ source, elements }: Screenplay, index: number): boolean {
  const previous = elements[index - 1]
  if (!previous) return false
  return source.slice(previous.contentEnd, previous.end).split('\n').length <= 2
}

/** Blank rows before an element that is not part of a speech. */
export function blankRowsBefore(
  screenplay: Screenplay,
  index: number,
  { columns }: PageStyle,
): number {
  const { elements } = screenplay
  const { type, spaceAbove = 0, text } = elements[index] ?? {}
  const previous = elements[index - 1]?.type
  const mayJoin = (type === 'lyrics' || type === 'centered') && type === previous
  if (type === undefined || (mayJoin && followsDirectly(screenplay, index))) return 0
  return (columnOf(type, undefined, columns, text)?.before ?? 0) + spaceAbove
}

const styleNames = ['bold', 'italic', 'underline'] as const

/** The spans as printed. */
function styledText(text: string, column: Column): StyledText {
  const spans = spansOf(trimEmptyLines(text))
  if (column.capitals) for (const span of spans) span.text = span.text.toUpperCase()
  for (const name of styleNames) if (column[name]) for (const span of spans) span[name] = true
  return new StyledText(spans)
}

export function partOf(
  element: Element,
  role: Part['role'],
  { columns }: PageStyle,
  side?: Element['dual'],
): Part | undefined {
  const column = columnOf(element.type, side, columns, element.text)
  if (!column) return undefined
  const styled = styledText(element.text, column)
  const { text } = styled
  const wrapping = new Wrapping(text, column.cells, column.cells - Math.max(0, column.first))
  // Lyrics have space above them only outside a speech.
  const before = element.type === 'lyrics' ? 0 : column.before
  return { element, column, role, text, styled, wrapping, before }
}

/** Groups a screenplay's elements into blocks, with a cache. */
export class Blocks {
  readonly #screenplay: Screenplay
  readonly #elements: readonly Element[]
  readonly #starts: PageStarts
  readonly #style: PageStyle
  readonly #cache = new Map<number, Block>()

  constructor(screenplay: Screenplay, starts: PageStarts) {
    this.#starts = starts
    this.#screenplay = screenplay
    this.#elements = screenplay.elements
    this.#style = pageStyleOf(screenplay)
  }

  /** The block at this element, skipping unprinted elements. */
  at(first: number): Block | undefined {
    const cached = this.#cache.get(first)
    if (cached) return cached
    const block = this.#read(first)
    if (block) this.#cache.set(first, block)
    return block
  }

  /** Drops cached blocks before this element. */
  forget(before: number): void {
    for (const first of this.#cache.keys()) if (first < before) this.#cache.delete(first)
  }

  /** A note that starts a locked page is a page break. */
  #isSkipped(element: Element): boolean {
    return isUnprinted(element) && !(element.type === 'note' && this.#starts.has(element))
  }

  #nextPrinted(index: number): number {
    let next = index
    for (let element = this.#elements[next]; element && this.#isSkipped(element); ) {
      next += 1
      element = this.#elements[next]
    }
    return next
  }

  #read(first: number): Block | undefined {
    const index = this.#nextPrinted(first)
    const element = this.#elements[index]
    if (!element) return undefined
    const range = { first, next: index + 1, seen: index }
    if (element.type === 'page-break' || element.type === 'note') {
      const start = this.#starts.get(element)?.[0]
      const block = this.#block('break', [], 0, range)
      return start ? { ...block, start } : block
    }
    if (element.type in ROLES) return this.#speech(first, index)
    const part = partOf(element, 'flow', this.#style)
    const before = blankRowsBefore(this.#screenplay, index, this.#style)
    return this.#block('flow', part ? [[part]] : [], before, range)
  }

  #block(
    kind: Block['kind'],
    sides: Part[][],
    before: number,
    range: Pick<Block, 'first' | 'next' | 'seen'>,
  ): Block {
    const { breaksSentences } = this.#style.setup
    const startsPage = sides[0]?.[0]?.column.startsPage ?? false
    let spacing = 1
    for (const parts of sides) {
      for (const { column } of parts) spacing = Math.max(spacing, column.spacing)
    }
    return { kind, sides, before, spacing, startsPage, breaksSentences, ...range }
  }

  #speech(first: number, index: number): Block {
    const left = this.#side(index)
    const before = left.parts[0]?.column.before ?? 0
    const dual = this.#elements[index]?.dual === 'left' && this.#elements[left.seen]
    if (dual && dual.type === 'character' && dual.dual === 'right') {
      const sides = [this.#side(index, 'left').parts]
      const { parts, next, seen } = this.#side(left.seen, 'right')
      return this.#block('dual', [...sides, parts], before, { first, next, seen })
    }
    const { next, seen } = left
    return this.#block('speech', [left.parts], before, { first, next, seen })
  }

  /** A cue and its dialogue. */
  #side(from: number, side?: Element['dual']) {
    const parts: Part[] = []
    let next = from
    let seen = from
    for (let element = this.#elements[seen]; element; element = this.#elements[seen]) {
      if (next > from && element.type !== 'lyrics' && !(element.type in ROLES)) break
      if (next > from && element.type === 'character') break
      if (element.apart) break
      const role = element.type in ROLES ? ROLES[element.type as keyof typeof ROLES] : 'spoken'
      const part = partOf(element, role, this.#style, side)
      if (part) parts.push(part)
      const added = role === 'cue' && addedContinued(this.#elements, seen, this.#style.setup)
      if (part && added) part.added = added
      next = seen + 1
      seen = this.#nextPrinted(next)
    }
    return { parts, next, seen }
  }
}

/** A position in one side of a block: a part, and an offset in its text. */
export type Place = { part: number; offset: number }

/** A range of a block, with one position per side; without `to` it extends to the end. */
export type Fragment = { block: Block; from: readonly Place[]; to?: readonly Place[] }

/** `before`: the blank rows above the lines. */
export type PartLines = { part: Part; index: number; lines: WrappedLine[]; before: number }

const EMPTY_LINE: WrappedLine = { start: 0, end: 0 }

const START: Place = { part: 0, offset: 0 }

export const whole = (block: Block): Fragment => ({ block, from: block.sides.map(() => START) })

export const isStart = (place: Place | undefined) => place?.part === 0 && place.offset === 0

/** Drops the space before the next sentence. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to
  while (end > from && /\s/.test(text.charAt(end - 1))) end -= 1
  return end
}

/** A page must not start with an empty line. */
export function trimmedStart(text: string, from: number): number {
  let start = from
  while (start > 0 && start < text.length && /\s/.test(text.charAt(start))) start += 1
  return start
}

/** The wrapped lines of one side, up to a limit. */
export function sideLines(
  parts: readonly Part[],
  from: Place,
  to: Place | undefined,
  limit: number,
): PartLines[] {
  const all: PartLines[] = []
  let room = limit
  const last = to ? to.part : parts.length - 1
  for (let index = from.part; index <= last && room > 0; index += 1) {
    const part = parts[index]
    if (!part) break
    const start = index === from.part ? trimmedStart(part.text, from.offset) : 0
    const end = to && index === to.part ? trimmedEnd(part.text, start, to.offset) : part.text.length
    const isBlank = part.element.blank === true
    if (end <= start && !isBlank) continue
    const lines = isBlank ? [EMPTY_LINE] : part.wrapping.lines(start, end, room)
    room -= lines.length
    all.push({ part, index, lines, before: all.length > 0 ? part.before : 0 })
  }
  return all
}

export const countLines = (parts: readonly PartLines[]) =>
  parts.reduce((sum, { lines }) => sum + lines.length, 0)

export const countRows = (parts: readonly PartLines[]) =>
  parts.reduce(
    (sum, { part, lines, before }) => sum + before + lines.length * part.column.spacing,
    0,
  )

/** Height in rows; exact up to a limit. */
export function heightOf({ block, from, to }: Fragment, limit: number): number {
  const heights = block.sides.map((parts, side) =>
    countRows(sideLines(parts, from[side] ?? START, to?.[side], limit)),
  )
  return Math.max(0, ...heights)
}
