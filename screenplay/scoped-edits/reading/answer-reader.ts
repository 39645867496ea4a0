import { type Tag, type TagName, tagAt } from './tag.ts'
import type { EditPlace } from '../types.ts'

export type AnswerPart =
  | { type: 'prose'; text: string }
  | { type: 'open'; place: EditPlace }
  /** Text of the open edit. */
  | { type: 'text'; text: string }
  | { type: 'close' }

/** Also reports faulty tags. */
export type TaggedPart = AnswerPart | { type: 'fault'; fault: 'bad_tag' | 'unfinished' }

/** How far to look ahead after an end tag for the end of the line or another tag. */
const MAX_BLANKS = 100
const blanks = /^[^\S\r\n]*/u

/**
 * Reads an answer from pieces of any size. A tag counts at the start of a line or after another tag; the end tag of
 * the open edit also at the end of a line. Everything else is text, such as a tag that somebody types in dialogue.
 */
export class TagReader {
  #held = ''
  #open: TagName | undefined
  #startsLine = true
  #parts: TaggedPart[] = []

  add(chunk: string): TaggedPart[] {
    this.#held += chunk
    return this.#read(false)
  }

  end(): TaggedPart[] {
    return this.#read(true)
  }

  #read(isEnd: boolean): TaggedPart[] {
    let at = 0
    while (at < this.#held.length) {
      const bracket = this.#held.indexOf('<', at)
      const until = bracket === -1 ? this.#held.length : bracket
      this.#addText(this.#held.slice(at, until))
      at = until
      if (bracket === -1) break
      const length = this.#readBracket(at, isEnd)
      if (length === undefined) break
      at += length
    }
    this.#held = this.#held.slice(at)
    const parts = this.#parts
    this.#parts = []
    return parts
  }

  /** The number of characters read at a `<`; undefined if more input is needed to decide. */
  #readBracket(at: number, isEnd: boolean): number | undefined {
    const found = this.#mayCount(at) ? tagAt(this.#held, at, isEnd) : 'text'
    if (found === 'undecided') return undefined
    if (found !== 'text') {
      const counts = this.#startsLine || this.#endsLine(found.tag, at + found.length, isEnd)
      if (counts === undefined) return undefined
      if (counts) {
        this.#addTag(found.tag)
        return found.length
      }
    }
    this.#addText('<')
    return 1
  }

  /** In the middle of a line, only an end tag may count. */
  #mayCount(at: number): boolean {
    if (this.#startsLine) return true
    return this.#open !== undefined && /^<[^\S\r\n]*(?:\/|$)/u.test(this.#held.slice(at, at + 9))
  }

  /** Whether a tag in the middle of a line is the end tag of the open edit, with nothing but tags behind it. */
  #endsLine(tag: Tag, end: number, isEnd: boolean): boolean | undefined {
    if (tag.kind === 'unfinished') return true
    if (tag.kind !== 'close' || tag.name !== this.#open) return false
    const ahead = this.#held.slice(end, end + MAX_BLANKS)
    const gap = blanks.exec(ahead)?.[0].length ?? 0
    if (gap === MAX_BLANKS) return false
    if (gap === ahead.length) return isEnd ? true : undefined
    if (/[\r\n]/u.test(ahead.charAt(gap))) return true
    if (ahead.charAt(gap) !== '<') return false
    const next = tagAt(this.#held, end + gap, isEnd)
    return next === 'undecided' ? undefined : next !== 'text'
  }

  #addTag(tag: Tag): void {
    this.#startsLine = true
    if (tag.kind === 'unfinished') this.#parts.push({ type: 'fault', fault: 'unfinished' })
    else if (tag.kind === 'open') this.#addOpen(tag)
    else if (tag.kind === 'close' && tag.name === this.#open) this.#addClose()
    else this.#parts.push({ type: 'fault', fault: 'bad_tag' })
  }

  #addOpen({ name, place, isEmpty }: Tag & { kind: 'open' }): void {
    this.#parts.push({ type: 'open', place })
    this.#open = name
    if (isEmpty) this.#addClose()
  }

  #addClose(): void {
    this.#parts.push({ type: 'close' })
    this.#open = undefined
  }

  #addText(text: string): void {
    if (text === '') return
    const lastBreak = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
    const isBlank = text.slice(lastBreak + 1).trim() === ''
    this.#startsLine = isBlank && (this.#startsLine || lastBreak >= 0)
    const type = this.#open === undefined ? 'prose' : 'text'
    const last = this.#parts.at(-1)
    if (last?.type === type) last.text += text
    else this.#parts.push({ type, text })
  }
}

/**
 * Reads the parts of an answer while it streams. Apart from how text is split, they do not depend on the
 * chunks. Holds back only text that may still become a tag.
 */
export class AnswerReader {
  readonly #reader = new TagReader()

  add(chunk: string): AnswerPart[] {
    return this.#reader.add(chunk).filter(isSound)
  }

  end(): AnswerPart[] {
    return this.#reader.end().filter(isSound)
  }
}

const isSound = (part: TaggedPart): part is AnswerPart => part.type !== 'fault'
