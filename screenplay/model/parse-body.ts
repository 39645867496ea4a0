import type { Element, ElementType } from './elements.ts'
import {
  EMPTY_ROW,
  isCharacter,
  isForcedSceneHeading,
  isSceneHeading,
  isTransition,
  lockedPageNumber,
  readPageBreak,
  splitSceneNumber,
  withoutCaret,
  LineReader,
  isSpeech,
  lastSpeech,
} from './line-reader.ts'

/** Parses everything after the title page, line by line, and appends to the given elements. */
export class Body {
  readonly elements: Element[]
  readonly reader: LineReader
  /** Elements before this index are shared with an earlier parse: replace them, never mutate them. */
  readonly #firstOwn: number
  #afterBlank = true
  #inSpeech = false
  /** The index of the cue that a caret on the next cue would pair with; -1 if none. */
  #speech: number
  #side: Element['dual']
  /** The index of the paragraph the next line may continue; -1 if none. */
  #open = -1
  /** The number of empty lines just read inside a speech, which two spaces preserve. */
  #keptEmptyLines = 0

  constructor(source: string, at: number, line: number, elements: Element[]) {
    this.elements = elements
    this.#firstOwn = elements.length
    this.#speech = lastSpeech(elements)
    this.reader = new LineReader(source, at, line)
  }

  /** Parses one line; false at the end of the source. */
  step(): boolean {
    const reader = this.reader
    if (!reader.next()) {
      this.closeAt(reader.start)
      return false
    }
    const text = reader.text.trimStart()
    if (text !== '') this.#read(text)
    else if (reader.hidden) this.#readHidden(reader.hidden)
    else this.#readBlank()
    return true
  }

  /** Extends the last element's range to the start of the next one. */
  closeAt(end: number): void {
    const index = this.elements.length - 1
    const last = this.elements[index]
    if (!last || last.end === end) return
    if (index < this.#firstOwn) this.elements[index] = { ...last, end }
    else last.end = end
  }

  /** If the last element is action, the number of empty lines between it and `start`, minus one. */
  spaceAbove(start: number): number {
    const last = this.elements.at(-1)
    if (last?.type !== 'action') return 0
    return Math.max(0, this.reader.emptyLinesBetween(last.contentEnd, start) - 1)
  }

  #readBlank(): void {
    if (this.#inSpeech && this.reader.text.length >= 2) {
      this.#keptEmptyLines += 1
      return
    }
    if (this.#isEmptyRow()) {
      this.#push('action', '')
      this.elements.at(-1)!.blank = true
    }
    this.#afterBlank = true
    this.#leaveSpeech()
  }

  /** Whether the line is two spaces between empty lines; before the first element, these have no meaning. */
  #isEmptyRow(): boolean {
    if (!this.#afterBlank || this.elements.length === 0) return false
    return this.reader.text === EMPTY_ROW && this.reader.nextIsBlank()
  }

  #readHidden(hidden: 'note' | 'boneyard'): void {
    const open = this.#open
    const text = this.reader.hiddenText.trim().replace(/\r\n?/g, '\n')
    this.#push(hidden, text)
    if (this.reader.mayStartPage) this.#setPageNumber(lockedPageNumber(text))
    this.#open = open
    if (!this.reader.spansEmptyLine || hidden === 'note') return
    this.#afterBlank = true
    this.#leaveSpeech()
  }

  #read(text: string): void {
    const afterBlank = this.#afterBlank
    this.#afterBlank = false
    if (this.#readForced(text)) return
    if (this.#inSpeech) this.#readSpeech(text)
    else if (afterBlank) this.#readParagraphStart(text)
    else this.#extend('action', this.reader.text.trimEnd())
  }

  #readForced(text: string): boolean {
    const bare = text.trimEnd()
    const rest = bare.slice(1).trim()
    switch (text.charCodeAt(0)) {
      case 33: // !
        this.#leaveSpeech(this.#open)
        this.#extend('action', text.slice(1).trimEnd())
        return true
      case 64: // @
        if (withoutCaret(rest) === '') return false
        this.#readCharacter(rest)
        return true
      case 126: // ~
        this.#extend('lyrics', rest)
        return true
      case 62: // >
        if (rest === '') return false
        this.#leaveSpeech(this.#open)
        if (rest.endsWith('<')) this.#extend('centered', rest.slice(0, -1).trim())
        else this.#push('transition', rest)
        return true
      case 61: // =
        if (this.#readPageBreak(bare)) return true
        return !this.#inSpeech && this.#readOutline('synopsis', rest)
      case 35: // #
        if (this.#inSpeech) return false
        return this.#readOutline('section', bare)
      case 46: // .
        if (this.#inSpeech || !isForcedSceneHeading(text)) return false
        this.#readHeading(rest)
        return true
      default:
        return false
    }
  }

  #readPageBreak(bare: string): boolean {
    const found = readPageBreak(bare)
    if (!found) return false
    this.#leaveSpeech()
    this.#push('page-break', '')
    this.#setPageNumber(found.pageNumber || undefined)
    this.#afterBlank = true
    return true
  }

  #setPageNumber(number: string | undefined): void {
    const element = this.elements.at(-1)
    if (element && number !== undefined) element.pageNumber = number
  }

  /** Sections and synopses are not printed, so the next line parses as if it followed an empty line. */
  #readOutline(type: 'section' | 'synopsis', text: string): boolean {
    const title = text.replace(/^#+/, '')
    this.#push(type, type === 'section' ? title.trim() : text)
    const element = this.elements.at(-1)
    if (element && type === 'section') element.depth = text.length - title.length
    this.#afterBlank = true
    return true
  }

  #readParagraphStart(text: string): void {
    const bare = text.trimEnd()
    if (isSceneHeading(text)) this.#readHeading(bare)
    else if (isTransition(text) && this.reader.nextIsBlank(true)) this.#push('transition', bare)
    else if (isCharacter(bare) && !this.reader.nextIsBlank()) this.#readCharacter(bare)
    else this.#extend('action', this.reader.text.trimEnd())
  }

  #readHeading(bare: string): void {
    const { text, sceneNumber } = splitSceneNumber(bare)
    this.#push('scene-heading', text)
    const element = this.elements.at(-1)
    if (element && sceneNumber !== undefined) element.sceneNumber = sceneNumber
  }

  #readSpeech(text: string): void {
    const bare = text.trimEnd()
    if (bare.startsWith('(') && bare.endsWith(')')) this.#push('parenthetical', bare)
    else this.#extend('dialogue', bare)
  }

  #readCharacter(bare: string): void {
    this.#leaveSpeech()
    const isRightDual = bare.endsWith('^')
    const partner = this.#speech
    this.#side = undefined
    if (isRightDual && partner >= 0 && this.elements[partner]?.dual === undefined) {
      this.#side = 'right'
      this.#markLeft(partner)
    }
    this.#push('character', withoutCaret(bare))
    this.#speech = this.elements.length - 1
    this.#inSpeech = true
  }

  #markLeft(from: number): void {
    for (let index = from; index < this.elements.length; index += 1) {
      const element = this.elements[index]
      if (!element || !isSpeech(element.type)) continue
      if (index < this.#firstOwn) this.elements[index] = { ...element, dual: 'left' }
      else element.dual = 'left'
    }
  }

  #leaveSpeech(open = -1): void {
    this.#inSpeech = false
    this.#open = open
    this.#keptEmptyLines = 0
  }

  /** Adds a line to the open paragraph, or starts one. Notes in between become part of it. */
  #extend(type: ElementType, line: string): void {
    const index = this.#open
    const element = this.elements[index]
    const text = line.includes('\t') ? line.replaceAll('\t', '    ') : line
    if (element?.type !== type) {
      this.#push(type, text)
      this.#open = this.elements.length - 1
      return
    }
    const startsPage = this.elements.slice(index + 1).some(({ pageNumber }) => pageNumber)
    this.elements.length = index + 1
    element.text += '\n'.repeat(this.#keptEmptyLines + 1) + text
    element.contentEnd = this.reader.contentEnd
    element.end = this.reader.end
    if (startsPage || this.reader.mayStartPage || element.locked !== undefined)
      element.locked = this.reader.sourceFrom(element.start)
    this.#keptEmptyLines = 0
  }

  #push(type: ElementType, text: string): void {
    const { start, contentEnd, end, line } = this.reader
    this.closeAt(start)
    const element: Element = { type, text, start, contentEnd, end, line }
    const spoken = this.#inSpeech || type === 'character'
    if (this.#side && spoken && isSpeech(type)) element.dual = this.#side
    const spaceAbove = type === 'action' ? this.spaceAbove(start) : 0
    if (spaceAbove > 0) element.spaceAbove = spaceAbove
    if (type === 'lyrics' && !spoken) element.apart = true
    if (this.reader.mayStartPage && type !== 'note' && type !== 'boneyard')
      element.locked = this.reader.sourceFrom(start)
    if (type !== 'note' && type !== 'boneyard' && !spoken) this.#speech = -1
    this.elements.push(element)
    this.#open = -1
    this.#keptEmptyLines = 0
  }
}
