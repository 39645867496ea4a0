import { lineChanges } from '../../diff/line-changes.ts'
import { firstIndex } from '../../parse/first-index.ts'
import { isForcedSceneHeading, isSceneHeading } from '../../parse/line-kinds.ts'
import type { PageMark } from '../../production/page-marks.ts'
import { type Splice, spliceBetween } from '../../splices.ts'
import { lineBreakOf } from '../line-breaks.ts'

type Paragraph = { start: number; text: string }

const paragraph = /[^\r\n]+(?:(?:\r\n|\r(?!\n)|\n)[^\r\n]+)*/gu

const paragraphsOf = (text: string): Paragraph[] =>
  [...text.matchAll(paragraph)].map(({ 0: found, index: start }) => ({ start, text: found }))

const textOf = ({ text }: Paragraph) => text.trimEnd()

const isHeading = (text: string) => isSceneHeading(text) || isForcedSceneHeading(text)

/** The paragraphs of an old and a new text, to find the new places of page marks. */
export class ChangedParagraphs {
  readonly #before: Paragraph[]
  readonly #now: Paragraph[]
  readonly #changes: ReturnType<typeof lineChanges>
  readonly #end: number
  readonly #gap: string

  constructor(before: string, now: string) {
    this.#before = paragraphsOf(before)
    this.#now = paragraphsOf(now)
    this.#changes = lineChanges(this.#before.map(textOf), this.#now.map(textOf))
    this.#end = now.trimEnd().length
    this.#gap = lineBreakOf(now).repeat(2)
  }

  /** Where a page begins now; undefined if nothing, or only a heading, is above it. */
  placeOf({ at, text }: PageMark): Splice | undefined {
    const mark = text.trimEnd()
    const all = this.#before
    const index = firstIndex(all.length, (each) => all[each]!.start > at) - 1
    const old = all[index]
    if (!old) return undefined
    // The page begins after the last paragraph.
    if (at > old.start + old.text.length) return this.#above(this.#now.length, mark)
    const { same, near } = this.#counterpart(index)
    const now = this.#now[same ?? -1]
    if (!now) return this.#above(near, mark)
    const inside = at - old.start
    const { start, end, text: other } = spliceBetween(old.text, now.text)
    const isMoved = inside >= end && inside > 0
    if (inside > start && !isMoved) return this.#above(same ?? near, mark)
    const place = now.start + inside + (isMoved ? other.length - (end - start) : 0)
    return { start: place, end: place, text }
  }

  /** The counterpart of a paragraph, or else where the text begins that replaces it and its neighbours. */
  #counterpart(index: number): { same?: number; near: number } {
    const all = this.#changes
    const last = all[firstIndex(all.length, (each) => all[each]!.start > index) - 1]
    if (last && index < last.end) {
      const { start, end, from, to } = last
      const isPaired = index === start ? to > from : end - start === to - from
      return isPaired ? { same: from + index - start, near: from } : { near: from }
    }
    const now = index + (last ? last.to - last.end : 0)
    return { same: now, near: now }
  }

  /** Puts a mark above a paragraph, but not below a heading, which would be alone at the end of a page. */
  #above(index: number, mark: string): Splice | undefined {
    const before = this.#now[index - 1]
    if (!before || isHeading(before.text)) return undefined
    const start = this.#now[index]?.start ?? this.#end
    const isLast = index >= this.#now.length
    return { start, end: start, text: isLast ? this.#gap + mark : mark + this.#gap }
  }
}
