import type { Element, ElementType } from './elements.ts'

const NEWLINE = 10
const RETURN = 13
const SLASH = 47
const BRACKET = 91
const BACKSLASH = 92

type Hidden = 'note' | 'boneyard'

/** From offset `at` on, the line's text is taken from the source offset `source`. */
type Piece = { at: number; source: number }

/**
 * Reads the source line by line and strips notes and boneyard. A line break inside them does not end the
 * line, so a boneyard spanning three scenes is a single line without text.
 */
export class LineReader {
  /** Offsets of the line, of its line break and of the next line. */
  start: number
  contentEnd: number
  end: number
  /** 1-based line number in the source. */
  line: number
  nextLine: number
  /** The line without notes and boneyard. */
  text = ''
  /** Where the pieces of the text are in the source; empty if the line has no notes or boneyard. */
  pieces: Piece[] = []
  /** The kind of the first note or boneyard in the line, and the text of all of them. */
  hidden: Hidden | undefined
  hiddenText = ''
  /** Whether a note or boneyard contains an empty line. */
  spansEmptyLine = false
  /** Whether a note in it may start a locked page. */
  mayStartPage = false
  #source: string
  #emptyLine = /(?:\r\n|\r(?!\n)|\n)[ \t]?(?=[\r\n])/g
  #noteEnd = -1
  #noteLimit = -1
  #boneyardEnd = -1
  /** Whether the text read so far is empty or ends in a space. */
  #endsInSpace = true

  constructor(source: string, at: number, line: number) {
    this.#source = source
    this.start = at
    this.contentEnd = at
    this.end = at
    this.line = line
    this.nextLine = line
  }

  next(): boolean {
    const source = this.#source
    const length = source.length
    this.start = this.end
    this.line = this.nextLine
    if (this.hidden) this.pieces = []
    this.hidden = undefined
    this.spansEmptyLine = false
    this.mayStartPage = false
    if (this.start >= length) return false
    let at = this.start
    let read = at
    let text = ''
    this.#endsInSpace = true
    while (at < length) {
      const code = source.charCodeAt(at)
      if (code === NEWLINE || code === RETURN) break
      const close = code === BRACKET || code === SLASH ? this.#closeOf(code, at) : -1
      if (close < 0) {
        at += 1
        continue
      }
      text = this.#append(text, read, at)
      this.#hide(code === BRACKET ? 'note' : 'boneyard', at, close)
      at = close
      read = close
    }
    this.text = this.hidden ? this.#append(text, read, at) : source.slice(read, at)
    this.contentEnd = at
    if (at < length) {
      at += source.charCodeAt(at) === RETURN && source.charCodeAt(at + 1) === NEWLINE ? 2 : 1
      this.nextLine += 1
    }
    this.end = at
    return true
  }

  /** How many empty lines are between the end of one line and the start of another. */
  emptyLinesBetween(contentEnd: number, start: number): number {
    const breaks = this.#source.slice(contentEnd, start).match(/\r\n|[\r\n]/g)
    return Math.max(0, (breaks?.length ?? 0) - 1)
  }

  /** The source from an offset to the end of the line. */
  sourceFrom(start: number): string {
    return this.#source.slice(start, this.contentEnd)
  }

  /** Whether the next line is empty or missing; `orBoneyard`: also if all of it is boneyard. */
  nextIsBlank(orBoneyard = false): boolean {
    for (let at = this.end; at < this.#source.length; at += 1) {
      const code = this.#source.charCodeAt(at)
      if (code === NEWLINE || code === RETURN) return true
      const close = orBoneyard && code === SLASH ? this.#closeOf(code, at) : -1
      if (close > 0) {
        at = close - 1
        continue
      }
      if (code !== 32 && code !== 9 && this.#source.charAt(at).trim() !== '') return false
    }
    return true
  }

  /** Adds a piece of the source to the text, without one of the spaces around a removed note. */
  #append(text: string, from: number, to: number): string {
    const isSpaced = from < to && this.#endsInSpace && isSpace(this.#source, from)
    const start = this.hidden && isSpaced ? from + 1 : from
    this.pieces.push({ at: text.length, source: start })
    // Reading it from the text would copy the whole text each time.
    if (start < to) this.#endsInSpace = isSpace(this.#source, to - 1)
    return text + this.#source.slice(start, to)
  }

  #hide(kind: Hidden, from: number, to: number): void {
    const content = this.#source.slice(from + 2, to - 2)
    this.hiddenText = this.hidden ? `${this.hiddenText}\n${content}` : content
    this.hidden ??= kind
    if (kind === 'note' && content.startsWith('=== ')) this.mayStartPage = true
    const lines = content.split(/\r\n|[\r\n]/)
    this.nextLine += lines.length - 1
    this.spansEmptyLine ||= lines.slice(1, -1).some((line) => line.length < 2 && line.trim() === '')
  }

  /** The end of the note or boneyard that opens here; -1 if none opens or it is never closed. */
  #closeOf(code: number, at: number): number {
    const source = this.#source
    if (source.charCodeAt(at + 1) !== (code === BRACKET ? BRACKET : 42)) return -1
    if (source.charCodeAt(at - 1) === BACKSLASH && isEscaped(source, at)) return -1
    if (code === SLASH) {
      if (this.#boneyardEnd < at + 2) this.#boneyardEnd = orInfinity(source.indexOf('*/', at + 2))
      return this.#boneyardEnd === Infinity ? -1 : this.#boneyardEnd + 2
    }
    if (this.#noteEnd < at + 2) this.#noteEnd = orInfinity(source.indexOf(']]', at + 2))
    if (this.#noteEnd === Infinity) return -1
    if (this.#noteLimit < at) this.#noteLimit = this.#nextEmptyLine(at)
    return this.#noteEnd < this.#noteLimit ? this.#noteEnd + 2 : -1
  }

  #nextEmptyLine(at: number): number {
    this.#emptyLine.lastIndex = at
    return this.#emptyLine.exec(this.#source)?.index ?? Infinity
  }
}

function orInfinity(index: number): number {
  return index < 0 ? Infinity : index
}

const isSpace = (source: string, at: number): boolean => source.charAt(at).trim() === ''

/** An odd number of backslashes escapes the next character. */
function isEscaped(source: string, at: number): boolean {
  let first = at
  while (source.charCodeAt(first - 1) === BACKSLASH) first -= 1
  return (at - first) % 2 === 1
}

const heading = /^(?:INT\.?\/EXT|EXT\.?\/INT|INT|EXT|EST|I\.?\/E)[.\s]/i
const sceneNumber = /#([\p{L}\p{N}.-]+)#$/u
const forcedHeading = /^\.[\p{L}\p{N}]/u
const pageNumber = '[A-Z]{0,6}\\d{1,6}|\\d{1,6}[A-Z]{1,6}'
const pageBreak = new RegExp(`^={3,}(?:[ \\t]+(${pageNumber}))?$`, 'i')
const lockedPage = new RegExp(`^=== (${pageNumber})(?:\n|$)`, 'i')
const lowerCase = /\p{Ll}/u
const upperCase = /\p{Lu}/u
const extension = /\([^()]*\)/g

/** The line that prints as an empty row, or keeps one inside a speech. */
export const EMPTY_ROW = '  '

export function isSceneHeading(text: string): boolean {
  return heading.test(text)
}

export function isForcedSceneHeading(text: string): boolean {
  return forcedHeading.test(text)
}

/** Undefined if the text is not a page break; `pageNumber` is empty if no number is forced. */
export function readPageBreak(text: string): { pageNumber: string } | undefined {
  const match = pageBreak.exec(text)
  return match ? { pageNumber: match[1] ?? '' } : undefined
}

/** The number of a locked page that a note starts. */
export const lockedPageNumber = (note: string): string | undefined => lockedPage.exec(note)?.[1]

/** Per the Fountain syntax, trailing spaces after the colon turn it into action. */
export function isTransition(text: string): boolean {
  return text.endsWith('TO:') && !lowerCase.test(text)
}

/** Extensions such as "(on the phone)" may be in any case. */
export function isCharacter(text: string): boolean {
  const name = text.includes('(') ? text.replace(extension, '') : text
  return upperCase.test(name) && !lowerCase.test(name)
}

export function splitSceneNumber(text: string): { text: string; sceneNumber?: string } {
  if (!text.endsWith('#')) return { text }
  const match = sceneNumber.exec(text)
  if (!match?.[1]) return { text }
  return { text: text.slice(0, match.index).trimEnd(), sceneNumber: match[1] }
}

/** Removes the caret that marks dual dialogue. */
export function withoutCaret(text: string): string {
  let name = text.trimEnd()
  while (name.endsWith('^')) name = name.slice(0, -1).trimEnd()
  return name
}

export function isSpeech(type: ElementType): boolean {
  return (
    type === 'character' || type === 'parenthetical' || type === 'dialogue' || type === 'lyrics'
  )
}

/** The index of the cue of the trailing speech; -1 if the elements do not end in a speech. */
export function lastSpeech(elements: readonly Element[]): number {
  for (let index = elements.length - 1; index >= 0; index -= 1) {
    const type = elements[index]?.type
    if (type === 'character') return index
    if (type === undefined) return -1
    if (!isSpeech(type) && type !== 'note' && type !== 'boneyard') return -1
  }
  return -1
}
