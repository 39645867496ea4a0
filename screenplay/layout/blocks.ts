import type { Element, Screenplay } from '../elements.ts'
import { spansOf } from '../emphasis.ts'
import { type Column, columnOf } from './columns.ts'
import { StyledText } from './styled-text.ts'
import { Wrapping } from './wrap.ts'

/** One printed element. */
export type Part = {
  element: Element
  column: Column
  role: 'flow' | 'cue' | 'parenthetical' | 'spoken'
  text: string
  styled: StyledText
  wrapping: Wrapping
}

/** The unit of pagination: a paragraph, a speech, or dual dialogue. */
export type Block = {
  kind: 'flow' | 'speech' | 'dual' | 'break'
  sides: Part[][]
  /** Blank lines before the block. */
  before: number
  /** Element indices: `first` to `next` (exclusive); `seen` is the last one examined. */
  first: number
  next: number
  seen: number
}

const ROLES = { character: 'cue', parenthetical: 'parenthetical', dialogue: 'spoken' } as const

const isUnprinted = ({ type, text }: Element) =>
  type !== 'page-break' && (columnOf(type) === undefined || text.trim() === '')

const trimEmptyLines = (text: string) => text.trimEnd().replace(/^(?:[ \t]*\n)+/, '')

function partOf(element: Element, role: Part['role'], side?: Element['dual']): Part | undefined {
  const column = columnOf(element.type, side)
  if (!column) return undefined
  const spans = spansOf(trimEmptyLines(element.text))
  if (column.capitals) for (const span of spans) span.text = span.text.toUpperCase()
  if (column.italic) for (const span of spans) span.italic = true
  const styled = new StyledText(spans)
  const { text } = styled
  return { element, column, role, text, styled, wrapping: new Wrapping(text, column.cells) }
}

/** Groups a screenplay's elements into blocks, with a cache. */
export class Blocks {
  readonly #source: string
  readonly #elements: readonly Element[]
  readonly #cache = new Map<number, Block>()

  constructor({ source, elements }: Screenplay) {
    this.#source = source
    this.#elements = elements
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

  #nextPrinted(index: number): number {
    let next = index
    for (let element = this.#elements[next]; element && isUnprinted(element); ) {
      next += 1
      element = this.#elements[next]
    }
    return next
  }

  #read(first: number): Block | undefined {
    const index = this.#nextPrinted(first)
    const element = this.#elements[index]
    if (!element) return undefined
    if (element.type === 'page-break') {
      return { kind: 'break', sides: [], before: 0, first, next: index + 1, seen: index }
    }
    if (element.type === 'character' || element.type in ROLES) return this.#speech(first, index)
    const part = partOf(element, 'flow')
    const before = this.#joinsPrevious(index) ? 0 : (part?.column.before ?? 0)
    const sides = part ? [[part]] : []
    return { kind: 'flow', sides, before, first, next: index + 1, seen: index }
  }

  #speech(first: number, index: number): Block {
    const left = this.#side(index)
    const dual = this.#elements[index]?.dual === 'left' && this.#elements[left.seen]
    if (dual && dual.type === 'character' && dual.dual === 'right') {
      const sides = [this.#side(index, 'left'), this.#side(left.seen, 'right')] as const
      return {
        kind: 'dual',
        sides: sides.map(({ parts }) => parts),
        before: 1,
        first,
        next: sides[1].next,
        seen: sides[1].seen,
      }
    }
    return {
      kind: 'speech',
      sides: [left.parts],
      before: 1,
      first,
      next: left.next,
      seen: left.seen,
    }
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
      const part = partOf(element, role, side)
      if (part) parts.push(part)
      next = seen + 1
      seen = this.#nextPrinted(next)
    }
    return { parts, next, seen }
  }

  #followsDirectly(index: number): boolean {
    const previous = this.#elements[index - 1]
    if (!previous) return false
    return this.#source.slice(previous.contentEnd, previous.end).split('\n').length <= 2
  }

  #joinsPrevious(index: number): boolean {
    const type = this.#elements[index]?.type
    if (type !== 'lyrics' && type !== 'centered') return false
    return this.#elements[index - 1]?.type === type && this.#followsDirectly(index)
  }
}
