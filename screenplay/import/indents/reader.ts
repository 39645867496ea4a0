import type { ElementType } from '../../elements.ts'
import { markedText } from '../../marked-text.ts'
import type { ElementDraft } from '../../write/draft.ts'
import { isMonospaced, joinLines, type WrittenLine } from './join.ts'
import {
  isContinuedCue,
  isCue,
  isHeading,
  isMore,
  isSceneNumber,
  isUpperCase,
  type Row,
  type Segment,
  textOf,
} from './rows.ts'

type Paragraph = {
  type: ElementType
  lines: WrittenLine[]
  sceneNumber?: string
  dual?: 'left' | 'right'
}

/** Inches from the script's left edge; programs differ by a little. */
const SPEECH = 0.35
const SONG = { from: 0.8, to: 1.2 }
const CUE = { from: 1.4, to: 3.4 }
const TRANSITION = 3.5
const TEXT_WIDTH = 6
const MIDDLE = 0.25
const EXACTLY = 0.06
const COLUMN_EDGE = 3
const COLUMNS_MEET = 0.3

/** Nobody wraps lines shorter than these inches; where a line may end by itself. */
const leastWidths: Partial<Record<ElementType, number>> = {
  action: 4.5,
  centered: 4.5,
  dialogue: 2.6,
  lyrics: 2.6,
}
const LEAST_DUAL_WIDTH = 2

const spoken = new Set<ElementType>(['character', 'parenthetical', 'dialogue'])

const isInSong = (indent: number) => indent > SONG.from && indent < SONG.to

/** Two columns come so close that they look like one line; its widest gap is where they meet. */
function splitAt(segment: Segment, edge: number): Segment[] {
  const { text, left, right } = segment
  if (left > edge - COLUMNS_MEET || right < edge + COLUMNS_MEET) return [segment]
  const cell = (right - left) / text.length
  for (const { index, 0: gap } of text.matchAll(/ {2,}/g)) {
    const end = left + index * cell
    const start = end + gap.length * cell
    if (end > edge + COLUMNS_MEET || start < edge - COLUMNS_MEET) continue
    return [
      { text: text.slice(0, index), left, right: end },
      { text: text.slice(index + gap.length), left: start, right },
    ]
  }
  return [segment]
}

/** How many empty lines stand before scenes, when it is more than before anything else. */
function headingGap(rows: readonly Row[]): number {
  const gaps = rows
    .filter((row) => !row.startsPage && isHeading(textOf(row).replace(/^\S{1,5} +(?=\w)/, '')))
    .map(({ blank }) => blank)
    .toSorted((a, b) => a - b)
  const usual = gaps[gaps.length >> 1] ?? 0
  return usual > 1 ? usual : Number.POSITIVE_INFINITY
}

/** Reads a script from where its lines stand. */
export class IndentReader {
  readonly #rows: readonly Row[]
  readonly #base: number
  readonly #paragraphs: Paragraph[] = []
  readonly #headingGap: number
  #splitSpeech = false

  constructor(rows: readonly Row[], base: number) {
    this.#rows = rows
    this.#base = base
    this.#headingGap = headingGap(rows)
  }

  read(): ElementDraft[] {
    for (let at = 0; at < this.#rows.length; at += 1) {
      const end = this.#dualEnd(at)
      if (end > at) {
        this.#readDual(this.#rows.slice(at, end))
        at = end - 1
      } else this.#readRow(this.#rows[at]!, this.#rows[at + 1])
    }
    return this.#drafts()
  }

  #readRow(row: Row, next: Row | undefined): void {
    const { segment, sceneNumber } = this.#withoutMargins(row)
    if (!segment) return
    if (isMore(segment.text)) {
      this.#splitSpeech = true
      return
    }
    const last = this.#paragraphs.at(-1)
    const isContinued = this.#splitSpeech && isCue(segment.text) && isContinuedCue(segment.text)
    if (isContinued) return
    const place = this.#splitSpeech ? { ...row, blank: 0 } : row
    const isNumbered = sceneNumber && segment.left - this.#base < SPEECH
    const type = isNumbered ? 'scene-heading' : this.#typeOf(segment, place, next)
    const indent = Math.round((segment.left - this.#base) * 10)
    const text = type === 'action' ? ' '.repeat(Math.max(0, indent)) + segment.text : segment.text
    const goesOn = last && !last.dual && last.type === type && this.#goesOn(last, row, text)
    const line: WrittenLine = { text, width: segment.right - segment.left }
    if (this.#splitSpeech || row.startsPage) line.goesOn = true
    else if (row.blank > 0) line.isApart = true
    if (goesOn) last.lines.push(line)
    else this.#paragraphs.push({ type, lines: [line], ...(sceneNumber && { sceneNumber }) })
    this.#splitSpeech = false
  }

  #typeOf(segment: Segment, row: Row, next: Row | undefined): ElementType {
    const { text, left } = segment
    const indent = left - this.#base
    const last = this.#paragraphs.at(-1)
    const follows = last !== undefined && row.blank === 0 && !last.dual
    const isOpen =
      follows && last.type === 'parenthetical' && !last.lines.at(-1)!.text.endsWith(')')
    if (isOpen && indent > SPEECH) return 'parenthetical'
    if (indent < SPEECH && isHeading(text)) return 'scene-heading'
    const mayBeHeading = indent < SPEECH && isUpperCase(text) && !/[:]$/.test(text)
    if (
      mayBeHeading &&
      (row.blank >= this.#headingGap || (follows && last.type === 'scene-heading'))
    ) {
      return 'scene-heading'
    }
    if (indent > CUE.from && indent < CUE.to && isCue(text) && this.#isSpeech(next, segment)) {
      return 'character'
    }
    const mostIndent = row.startsPage ? CUE.from : Number.POSITIVE_INFINITY
    if (follows && spoken.has(last.type) && indent > SPEECH && indent < mostIndent) {
      return text.startsWith('(') && last.type !== 'parenthetical' ? 'parenthetical' : 'dialogue'
    }
    if (last?.type === 'dialogue' && !last.dual && row.blank === 1 && isInSong(indent)) {
      return 'dialogue'
    }
    if (isUpperCase(text) && this.#isAtRight(indent, text)) return 'transition'
    if (indent > SPEECH && this.#fromMiddle(segment) < MIDDLE) return 'centered'
    if (isInSong(indent) && !isUpperCase(text)) return 'lyrics'
    return 'action'
  }

  #isAtRight(indent: number, text: string): boolean {
    return indent > TRANSITION || (/ TO:$/.test(text) && text.length < 40)
  }

  #fromMiddle({ left, right }: Segment): number {
    return Math.abs((left + right) / 2 - this.#base - TEXT_WIDTH / 2)
  }

  #isSpeech(next: Row | undefined, name: Segment): boolean {
    const [said] = next?.segments ?? []
    if (!next || !said || next.blank > 0 || next.startsPage) return false
    const areCentered = [name, said].every((each) => this.#fromMiddle(each) < EXACTLY)
    return said.left < name.left && said.left - this.#base > SPEECH && !areCentered
  }

  #goesOn(last: Paragraph, row: Row, text: string): boolean {
    if (!row.startsPage) return row.blank === 0 || last.type === 'dialogue'
    if (last.type === 'dialogue') return row.blank === 0 || this.#splitSpeech
    // A description that was split by the page has no end yet.
    const end = last.lines.at(-1)!.text
    return last.type === 'action' && !/[.!?:;…"”'’)\]*-]$/.test(end) && /^\p{Ll}/u.test(text)
  }

  /** Scene numbers and revision marks stand outside of the text. */
  #withoutMargins({ segments }: Row): { segment?: Segment; sceneNumber?: string } {
    const inside = segments.filter(({ text, left }) => {
      const isOutside = left < this.#base - 0.3 || left > this.#base + TEXT_WIDTH - 0.3
      return text !== '*' && !(isOutside && isSceneNumber(text) && segments.length > 1)
    })
    const [first] = segments
    const isNumbered = first && first.left < this.#base - 0.3 && !inside.includes(first)
    const [start] = inside
    if (!start) return {}
    const text = inside.map((segment) => segment.text).join('  ')
    const segment = { text, left: start.left, right: inside.at(-1)!.right }
    return isNumbered ? { segment, sceneNumber: first.text } : { segment }
  }

  #sides(row: Row) {
    const edge = this.#base + COLUMN_EDGE
    const segments = row.segments.flatMap((segment) => splitAt(segment, edge))
    const isLeft = ({ left }: Segment) => left < this.#base + COLUMN_EDGE
    return { left: segments.filter(isLeft), right: segments.filter((each) => !isLeft(each)) }
  }

  /** Two names on one line begin two speeches at once, up to the next empty line. */
  #dualEnd(at: number): number {
    const row = this.#rows[at]!
    const { left, right } = this.#sides(row)
    const [first, second] = [left[0], right[0]]
    const indent = (first?.left ?? 0) - this.#base
    const isDual =
      first &&
      second &&
      left.length + right.length === 2 &&
      indent > SPEECH &&
      isCue(first.text) &&
      isCue(second.text)
    if (!isDual || isSceneNumber(second.text)) return at
    let end = at + 1
    while (end < this.#rows.length && this.#rows[end]!.blank === 0 && !this.#rows[end]!.startsPage)
      end += 1
    return end
  }

  #readDual(rows: readonly Row[]): void {
    for (const side of ['left', 'right'] as const) {
      const lines = rows.flatMap((row): WrittenLine[] => {
        const segments = this.#sides(row)[side]
        const text = segments.map((each) => each.text).join('  ')
        const [first] = segments
        return first ? [{ text, width: segments.at(-1)!.right - first.left }] : []
      })
      for (const [n, line] of lines.entries()) {
        const last = this.#paragraphs.at(-1)
        const isOpen =
          n > 0 && last?.type === 'parenthetical' && !last.lines.at(-1)!.text.endsWith(')')
        const isAside = line.text.startsWith('(')
        if (n === 0) this.#paragraphs.push({ type: 'character', lines: [line], dual: side })
        else if (isOpen || (last?.type === 'dialogue' && !isAside)) last.lines.push(line)
        else {
          const type = isAside ? 'parenthetical' : 'dialogue'
          this.#paragraphs.push({ type, lines: [line], dual: side })
        }
      }
    }
  }

  #drafts(): ElementDraft[] {
    const kind = ({ type, dual }: Paragraph) => `${type} ${dual ? 'dual' : ''}`
    const widths = new Map<string, number>()
    // With letters of many widths only a much shorter line is surely meant to be one.
    const share = isMonospaced(this.#rows) ? 1.005 : 0.8
    for (const paragraph of this.#paragraphs) {
      const longest = paragraph.lines.reduce((most, line) => Math.max(most, line.width), 0)
      widths.set(kind(paragraph), Math.max(longest, widths.get(kind(paragraph)) ?? 0))
    }
    return this.#paragraphs.map((paragraph) => {
      const { type, lines, sceneNumber, dual } = paragraph
      const least = dual ? LEAST_DUAL_WIDTH : leastWidths[type]
      const space = least ? Math.max(least, widths.get(kind(paragraph))!) * share : 0
      const text = joinLines(lines, space)
      return {
        type,
        text: markedText([{ text }]),
        ...(sceneNumber && { sceneNumber }),
        ...(dual && { dual }),
      }
    })
  }
}
