import type { Element, ElementType } from '../elements.ts'
import {
  isCharacter,
  isForcedSceneHeading,
  isPageBreak,
  isSceneHeading,
  isTransition,
  splitSceneNumber,
  withoutCaret,
} from './line-kinds.ts'
import { LineReader } from './line-reader.ts'
import { isSpeech, lastSpeech } from './speech.ts'

/** Reads everything behind the title page, line by line, and adds it to the elements there are. */
export class Body {
  readonly elements: Element[]
  readonly reader: LineReader
  /** Elements below this one belong to an earlier reading too: they are replaced, never changed. */
  readonly #firstOwn: number
  #afterBlank = true
  #inSpeech = false
  /** The speech that a caret would put beside the next one. */
  #speech: number
  #side: Element['dual']
  /** The paragraph that the next line may continue. */
  #open = -1
  /** Empty lines inside a speech, held open by two spaces. */
  #heldLines = 0

  constructor(source: string, at: number, line: number, elements: Element[]) {
    this.elements = elements
    this.#firstOwn = elements.length
    this.#speech = lastSpeech(elements)
    this.reader = new LineReader(source, at, line)
  }

  /** Reads one line; false at the end of the text. */
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

  /** The last element reaches to where the next one starts. */
  closeAt(end: number): void {
    const index = this.elements.length - 1
    const last = this.elements[index]
    if (!last || last.end === end) return
    if (index < this.#firstOwn) this.elements[index] = { ...last, end }
    else last.end = end
  }

  #readBlank(): void {
    if (this.#inSpeech && this.reader.text.length >= 2) {
      this.#heldLines += 1
      return
    }
    this.#afterBlank = true
    this.#leaveSpeech()
  }

  #readHidden(hidden: 'note' | 'boneyard'): void {
    const open = this.#open
    const text = this.reader.hiddenText.trim().replace(/\r\n?/g, '\n')
    this.#push(hidden, text)
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
        if (isPageBreak(bare)) {
          this.#leaveSpeech()
          this.#push('page-break', '')
          this.#afterBlank = true
          return true
        }
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

  /** Sections and synopses are not printed: what follows them stands as behind an empty line. */
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
    else if (isTransition(text) && this.reader.nextIsBlank()) this.#push('transition', bare)
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
    const beside = bare.endsWith('^')
    const other = this.#speech
    this.#side = undefined
    if (beside && other >= 0 && this.elements[other]?.dual === undefined) {
      this.#side = 'right'
      this.#putLeft(other)
    }
    this.#push('character', withoutCaret(bare))
    this.#speech = this.elements.length - 1
    this.#inSpeech = true
  }

  #putLeft(from: number): void {
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
    this.#heldLines = 0
  }

  /** Adds a line to the paragraph that stands open, or starts one; notes inside it are part of it. */
  #extend(type: ElementType, line: string): void {
    const index = this.#open
    const element = this.elements[index]
    const text = line.includes('\t') ? line.replaceAll('\t', '    ') : line
    if (element?.type !== type) {
      this.#push(type, text)
      this.#open = this.elements.length - 1
      return
    }
    this.elements.length = index + 1
    element.text += '\n'.repeat(this.#heldLines + 1) + text
    element.contentEnd = this.reader.contentEnd
    element.end = this.reader.end
    this.#heldLines = 0
  }

  #push(type: ElementType, text: string): void {
    const { start, contentEnd, end, line } = this.reader
    this.closeAt(start)
    const element: Element = { type, text, start, contentEnd, end, line }
    const spoken = this.#inSpeech || type === 'character'
    if (this.#side && spoken && isSpeech(type)) element.dual = this.#side
    if (type === 'lyrics' && !spoken) element.apart = true
    if (type !== 'note' && type !== 'boneyard' && !spoken) this.#speech = -1
    this.elements.push(element)
    this.#open = -1
    this.#heldLines = 0
  }
}
