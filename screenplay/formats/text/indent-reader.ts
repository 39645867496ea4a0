import {
  MAX_PARENTHETICAL_ROWS,
  startsWithParenthetical,
  speechLines,
  type Paragraph,
  draftsOf,
  withoutMargins,
} from './paragraphs.ts'
import {
  type WrittenLine,
  isMonospaced,
  joinedSegment,
  segmentPart,
  type Row,
  type Segment,
  isHeading,
  isUpperCase,
  isContinuedCue,
  isCue,
  isMore,
  isSceneNumber,
  namesTime,
  pageStart,
  rowText,
  withoutNumbers,
  isItalic,
} from './rows.ts'
import type { Style } from '../../model/emphasis.ts'
import type { ElementType } from '../../model/elements.ts'
import type { ElementDraft } from '../../model/write.ts'

const NEAR = 0.3

/** Splits a segment that spans both columns at the gap near the column edge. */
function splitAt(segment: Segment, edge: number): Segment[] {
  const { text, left, right } = segment
  if (left > edge - NEAR || right < edge + NEAR) return [segment]
  const cell = (right - left) / text.length
  for (const { index, 0: gap } of text.matchAll(/ {2,}/g)) {
    const end = left + index * cell
    const start = end + gap.length * cell
    if (end > edge + NEAR || start < edge - NEAR) continue
    return [segmentPart(segment, 0, index), segmentPart(segment, index + gap.length)]
  }
  return [segment]
}

function sidesOf({ segments }: Row, edge: number) {
  const parts = segments.flatMap((segment) => splitAt(segment, edge))
  return {
    left: parts.filter(({ left }) => left < edge),
    right: parts.filter(({ left }) => left >= edge),
  }
}

function lineOf(segments: readonly Segment[]): WrittenLine[] {
  if (segments.length === 0) return []
  const { text, left, right, spans } = joinedSegment(segments)
  return [{ text, width: right - left, ...(spans && { spans }) }]
}

/** Dual dialogue: a cue on each side with its dialogue below. */
function dualParagraphs(rows: readonly Row[], edge: number): Paragraph[] {
  const sides = rows.map((row) => sidesOf(row, edge))
  return (['left', 'right'] as const).flatMap((dual) => {
    const paragraphs: Paragraph[] = []
    const lines = sides.flatMap((side) => lineOf(side[dual]))
    for (const [n, line] of lines.entries()) {
      const last = paragraphs.at(-1)
      const below = lines.slice(n, n + MAX_PARENTHETICAL_ROWS).map(({ text }) => text)
      const isParenthetical = startsWithParenthetical(below)
      const isOpen = last?.type === 'parenthetical' && !last.lines.at(-1)!.text.endsWith(')')
      if (!last) paragraphs.push({ type: 'character', lines: [line], dual })
      else if (isOpen || (last.type === 'dialogue' && !isParenthetical)) last.lines.push(line)
      else
        paragraphs.push({
          type: isParenthetical ? 'parenthetical' : 'dialogue',
          lines: [line],
          dual,
        })
    }
    return paragraphs
  })
}

const styles = ['bold', 'underline'] as const
/** The share of the headings from which on a style is that of headings. */
const MOST = 0.8
/** Ends a sentence, or announces something: no place and time. */
const ends = /[.!?:;,…-]$/

/** The styles that all of the text has. */
const stylesOf = ({ spans = [] }: Segment): Style[] =>
  styles.filter((style) => spans.every((span) => span[style] || span.text.trim() === ''))

/** Recognises headings that name no INT or EXT by what those that do look like, or else by bold capitals. */
class HeadingStyle {
  readonly #styles: readonly Style[]

  constructor(rows: readonly Row[], base: number) {
    const headings = rows.flatMap(({ segments }) => {
      const { segment } = withoutMargins(segments, base)
      return segment && isHeading(segment.text) && segment.spans ? [stylesOf(segment)] : []
    })
    const isUsual = (style: Style) =>
      headings.filter((found) => found.includes(style)).length >= MOST * headings.length
    this.#styles = headings.length > 0 ? styles.filter(isUsual) : ['bold']
  }

  get isKnown(): boolean {
    return this.#styles.length > 0
  }

  /** Whether a line in capitals, which has empty lines around it, is printed like a heading. */
  matches(segment: Segment): boolean {
    if (this.#styles.length === 0 || !segment.spans) return false
    const own = stylesOf(segment)
    const isStyled = this.#styles.every((style) => own.includes(style))
    return isStyled && isUpperCase(segment.text) && !ends.test(segment.text)
  }
}

/** Inches from the script's left edge, with tolerance for differences between programs. */
const SPEECH = 0.35
const LYRICS = { from: 0.8, to: 1.2 }
const CUE = { from: 1.4, to: 3.4 }
const TRANSITION = 3.5
const TEXT_WIDTH = 6
const MIDDLE = 0.25
const EXACTLY = 0.06
const COLUMN_EDGE = 3

const spoken = new Set<ElementType>(['character', 'parenthetical', 'dialogue'])

const isLyricsIndent = (indent: number) => indent > LYRICS.from && indent < LYRICS.to

/** The usual number of empty lines before scene headings; infinite if it is not distinctive. */
function headingGap(rows: readonly Row[]): number {
  const gaps = rows
    .filter((row) => !row.startsPage && isHeading(withoutNumbers(rowText(row))))
    .map(({ blank }) => blank)
    .toSorted((a, b) => a - b)
  const median = gaps[gaps.length >> 1] ?? 0
  return median > 1 ? median : Number.POSITIVE_INFINITY
}

/** Whether lines in capitals that are not surely headings have the space of one above them, mostly. */
function capitalsAreHeadings(rows: readonly Row[], base: number, gap: number): boolean {
  if (!Number.isFinite(gap)) return false
  const gaps = rows.flatMap(({ segments: [first], blank, startsPage }, n) => {
    const isAtEdge = first && Math.abs(first.left - base) < SPEECH && !isHeading(first.text)
    const isApart = !startsPage && blank > 0 && (rows[n + 1]?.blank ?? 1) > 0
    const isOpen = isAtEdge && isApart && isUpperCase(first.text) && !/[.!?:]$/.test(first.text)
    return isOpen ? [blank] : []
  })
  return gaps.filter((blank) => blank >= gap).length * 2 >= gaps.length
}

/** Classifies rows by their indent. */
export class IndentReader {
  readonly #rows: readonly Row[]
  readonly #base: number
  readonly #paragraphs: Paragraph[] = []
  /** The boundary between the two columns of dual dialogue. */
  readonly #edge: number
  readonly #headingGap: number
  readonly #headingStyle: HeadingStyle
  readonly #capitalsAreHeadings: boolean
  #splitSpeech = false
  /** The number of a locked page that begins here. */
  #page: string | undefined

  constructor(rows: readonly Row[], base: number) {
    this.#rows = rows
    this.#base = base
    this.#edge = base + COLUMN_EDGE
    this.#headingGap = headingGap(rows)
    this.#headingStyle = new HeadingStyle(rows, base)
    // If headings are bold, capitals that are not say nothing.
    this.#capitalsAreHeadings =
      !this.#headingStyle.isKnown && capitalsAreHeadings(rows, base, this.#headingGap)
  }

  read(): ElementDraft[] {
    for (let at = 0; at < this.#rows.length; at += 1) {
      const end = this.#dualEnd(at)
      if (end > at) {
        this.#fixPage(this.#rows[at]!.page)
        this.#paragraphs.push(...dualParagraphs(this.#rows.slice(at, end), this.#edge))
        at = end - 1
      } else this.#readRow(this.#rows[at]!, at)
    }
    return draftsOf(this.#paragraphs, isMonospaced(this.#rows))
  }

  #readRow(row: Row, at: number): void {
    const { segment, sceneNumber } = withoutMargins(row.segments, this.#base)
    if (row.page) this.#page = row.page
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
    const type = isNumbered ? 'scene-heading' : this.#typeOf(segment, place, at)
    const indent = Math.round((segment.left - this.#base) * 10)
    const space = type === 'action' ? ' '.repeat(Math.max(0, indent)) : ''
    const text = space + segment.text
    const continues =
      last && !sceneNumber && !last.dual && last.type === type && this.#continues(last, row, text)
    const line: WrittenLine = { text, width: segment.right - segment.left }
    if (segment.spans) line.spans = space ? [{ text: space }, ...segment.spans] : segment.spans
    if (this.#splitSpeech || row.startsPage) line.continues = true
    else if (row.blank > 0) line.afterEmptyLine = true
    if (continues) {
      const spans = line.spans ?? [{ text }]
      if (this.#page) line.spans = [{ ...spans[0], text: pageStart(this.#page) }, ...spans]
      this.#page = undefined
      last.lines.push(line)
    } else {
      this.#fixPage(this.#page)
      const paragraph: Paragraph = { type, lines: [line] }
      if (sceneNumber) paragraph.sceneNumber = sceneNumber
      if (type === 'lyrics' && row.blank > 0) paragraph.apart = true
      this.#paragraphs.push(paragraph)
    }
    this.#splitSpeech = false
  }

  /** Writes the note that fixes a page above its first paragraph. */
  #fixPage(page: string | undefined): void {
    if (page) this.#paragraphs.push({ type: 'note', lines: [{ text: `=== ${page}`, width: 0 }] })
    this.#page = undefined
  }

  #typeOf(segment: Segment, row: Row, at: number): ElementType {
    const { text, left } = segment
    const next = this.#rows[at + 1]
    const indent = left - this.#base
    const last = this.#paragraphs.at(-1)
    const follows = last !== undefined && row.blank === 0 && !last.dual
    const isOpen =
      follows && last.type === 'parenthetical' && !last.lines.at(-1)!.text.endsWith(')')
    if (isOpen && indent > SPEECH) return 'parenthetical'
    if (indent < SPEECH && isHeading(text)) return 'scene-heading'
    const mayBeHeading = indent < SPEECH && isUpperCase(text) && !text.endsWith(':')
    if (
      mayBeHeading &&
      (row.blank >= this.#headingGap || (follows && last.type === 'scene-heading'))
    ) {
      return 'scene-heading'
    }
    const isApart = (row.blank > 0 || row.startsPage || at === 0) && (!next || next.blank > 0)
    const isAtTop = row.startsPage && this.#capitalsAreHeadings
    const looksLikeHeading = isAtTop || this.#headingStyle.matches(segment) || namesTime(text)
    if (mayBeHeading && isApart && looksLikeHeading) return 'scene-heading'
    if (indent > CUE.from && indent < CUE.to && isCue(text) && this.#isDialogue(next, segment)) {
      return 'character'
    }
    const maxIndent = row.startsPage ? CUE.from : Number.POSITIVE_INFINITY
    if (follows && spoken.has(last.type) && indent > SPEECH && indent < maxIndent) {
      const [, ...below] = speechLines(this.#rows, at)
      const isAside = last.type !== 'parenthetical' && startsWithParenthetical([text, ...below])
      return isAside ? 'parenthetical' : 'dialogue'
    }
    if (row.blank > 0 && isLyricsIndent(indent) && isItalic(segment.spans)) return 'lyrics'
    if (last?.type === 'dialogue' && !last.dual && row.blank === 1 && isLyricsIndent(indent)) {
      return 'dialogue'
    }
    if (isUpperCase(text) && this.#isAtRight(indent, text)) return 'transition'
    if (indent > SPEECH && this.#fromMiddle(segment) < MIDDLE) return 'centered'
    if (isLyricsIndent(indent) && !isUpperCase(text)) return 'lyrics'
    return 'action'
  }

  #isAtRight(indent: number, text: string): boolean {
    return indent > TRANSITION || (text.endsWith(' TO:') && text.length < 40)
  }

  #fromMiddle({ left, right }: Segment): number {
    return Math.abs((left + right) / 2 - this.#base - TEXT_WIDTH / 2)
  }

  #isDialogue(next: Row | undefined, name: Segment): boolean {
    const [dialogue] = next?.segments ?? []
    if (!next || !dialogue || next.blank > 0 || next.startsPage) return false
    const areCentered = [name, dialogue].every((each) => this.#fromMiddle(each) < EXACTLY)
    return dialogue.left < name.left && dialogue.left - this.#base > SPEECH && !areCentered
  }

  #continues(last: Paragraph, row: Row, text: string): boolean {
    if (!row.startsPage) return row.blank === 0 || last.type === 'dialogue'
    if (last.type === 'dialogue') return row.blank === 0 || this.#splitSpeech
    if (row.continues) return true
    // Action that was split by a page break does not end with punctuation.
    const end = last.lines.at(-1)!.text
    return last.type === 'action' && !/[.!?:;…"”'’)\]*-]$/.test(end) && /^\p{Ll}/u.test(text)
  }

  /** Two cues on one line start dual dialogue, which ends at the next empty line. */
  #dualEnd(at: number): number {
    const row = this.#rows[at]!
    const { left, right } = sidesOf(row, this.#edge)
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
}
