import { type EditPlace, AnswerFault } from './answer-context.ts'

const names = ['scene', 'script', 'text'] as const
type TagName = (typeof names)[number]

type Tag =
  /** `isEmpty`: self-closing, such as `<scene id="12" delete="true"/>`. */
  | { kind: 'open'; name: TagName; place: EditPlace; isEmpty: boolean }
  | { kind: 'close'; name: TagName }
  /** A tag that the protocol does not allow. */
  | { kind: 'bad' }
  /** The answer ends in the middle of it. */
  | { kind: 'unfinished' }

type TagCandidate = 'text' | 'undecided' | { tag: Tag; length: number }

/** The longest valid tag; limits how much text a stream holds back. */
const MAX_TAG_LENGTH = 200

const begun = /^<[^\S\r\n]*\/?[^\S\r\n]*([a-z]*)(.?)/isu
const whole = /^<\s*(\/?)\s*(scene|script|text)(?=[\s/>])([^]*?)(\/?)\s*>$/iu
const attribute = /\s*([a-z][\w-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=/]+)))?(?=\s|$)/iuy

/** Reads the tag at a `<`; more text may follow unless `isEnd`. */
function tagAt(text: string, at: number, isEnd: boolean): TagCandidate {
  const ahead = text.slice(at, at + MAX_TAG_LENGTH)
  const [start = '', word = '', next = ''] = begun.exec(ahead) ?? []
  const lower = word.toLowerCase()
  const isOpenEnded = start.length === ahead.length && next === ''
  if (isOpenEnded && ahead.length < MAX_TAG_LENGTH) {
    if (!names.some((name) => name.startsWith(lower))) return 'text'
    if (!isEnd) return 'undecided'
    return ahead.length > 1 ? { tag: { kind: 'unfinished' }, length: ahead.length } : 'text'
  }
  if (!names.some((name) => name === lower) || !/[\s/>]/u.test(next)) return 'text'
  const end = ahead.slice(1).search(/[>\r\n<]/u) + 1
  if (end === 0) {
    if (ahead.length === MAX_TAG_LENGTH)
      return { tag: { kind: 'bad' }, length: start.length - next.length }
    return isEnd ? { tag: { kind: 'unfinished' }, length: ahead.length } : 'undecided'
  }
  if (ahead.charAt(end) !== '>') return { tag: { kind: 'bad' }, length: end }
  return { tag: readTag(ahead.slice(0, end + 1)), length: end + 1 }
}

function readTag(text: string): Tag {
  const [, slash, name = '', rest = '', isEmpty] = whole.exec(text) ?? []
  const tag = name.toLowerCase() as TagName
  if (slash) return rest.trim() === '' && !isEmpty ? { kind: 'close', name: tag } : { kind: 'bad' }
  const attributes = attributesIn(rest.replaceAll(/[“”„]/gu, '"'))
  const place = attributes && (tag === 'scene' ? editPlaceIn(attributes) : { kind: tag })
  return place ? { kind: 'open', name: tag, place, isEmpty: isEmpty === '/' } : { kind: 'bad' }
}

function attributesIn(text: string): Map<string, string> | undefined {
  const found = new Map<string, string>()
  const rest = text.trimEnd()
  for (let at = 0; at < rest.length; at = attribute.lastIndex) {
    attribute.lastIndex = at
    const [, name = '', ...values] = attribute.exec(rest) ?? []
    if (name === '' || found.has(name.toLowerCase())) return undefined
    found.set(name.toLowerCase(), values.find((value) => value !== undefined) ?? 'true')
  }
  return found
}

function editPlaceIn(attributes: ReadonlyMap<string, string>): EditPlace | undefined {
  const [id, after] = [numberIn(attributes.get('id')), numberIn(attributes.get('after'))]
  if (attributes.has('id') === attributes.has('after')) return undefined
  const isDeleted = attributes.get('delete')?.trim().toLowerCase() === 'true'
  if (after !== undefined && !isDeleted) return { kind: 'insert', after }
  if (id === undefined) return undefined
  return isDeleted ? { kind: 'delete', id } : { kind: 'replace', id }
}

const numberIn = (value: string | undefined): number | undefined =>
  /^\s*\d{1,9}\s*$/u.test(value ?? '') ? Number(value) : undefined

export type AnswerPart =
  | { type: 'prose'; text: string }
  | { type: 'open'; place: EditPlace }
  /** Text of the open edit. */
  | { type: 'text'; text: string }
  | { type: 'close' }

/** Also reports faulty tags. */
type TaggedPart = AnswerPart | { type: 'fault'; fault: 'bad_tag' | 'unfinished' }

/** How far to look ahead after an end tag for the end of the line or another tag. */
const MAX_BLANKS = 100
const blanks = /^[^\S\r\n]*/u

/**
 * Reads an answer from pieces of any size. A tag counts at the start of a line or after another tag; the end tag of
 * the open edit also at the end of a line. Everything else is text, such as a tag that somebody types in dialogue.
 */
class TagReader {
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

/** The tags of the prompt's blocks and of the model's answer. */
const TAGS =
  'attachment|bible|entry|quote|note|summary|breakdown|reader|speaker|example|request|outline|characters|script|scene|text|target'

// Also look-alikes: full-width or small brackets, other cases, spaces, invisible characters.
const BRACKET = String.raw`([<\uff1c\ufe64\u2039\u2329\u3008])`
const NAME = String.raw`(?=[\s\p{Cf}/\uff0f\u2044\u2215]*(?:${TAGS}))`

const TAG = new RegExp(String.raw`${BRACKET}(\\*)${NAME}`, 'giu')
const ESCAPED_TAG = new RegExp(String.raw`${BRACKET}\\(\\*)${NAME}`, 'giu')

/**
 * Escapes the protocol's tags in a text, so that it cannot leave its block: each gets a backslash, and one
 * that already has backslashes gets one more, which keeps the escaping reversible.
 */
export const escapeTags = (text: string): string =>
  text.toWellFormed().replace(TAG, String.raw`$1\$2`)

/** The text that `escapeTags` was given, if it was well-formed. */
export const unescapeTags = (text: string): string => text.replace(ESCAPED_TAG, '$1$2')

/** An edit as the model wrote it. */
export type WrittenEdit = { place: EditPlace; text: string }
export type AnswerPiece = { prose: string } | WrittenEdit

type WrittenAnswer = {
  /** In order. */
  pieces: AnswerPiece[]
  /** What is wrong with its tags. */
  fault: AnswerFault | undefined
}

const endTag = /<\s*\/\s*(?:scene|script|text)\s*>/iu

const unfinished = () =>
  new AnswerFault('unfinished', 'It ended, or another tag began, before the end tag of an edit.')

/** Prose and edits of a whole answer. */
export function readAnswer(answer: string): WrittenAnswer {
  const reader = new TagReader()
  const pieces: AnswerPiece[] = []
  let fault: AnswerFault | undefined
  let open: WrittenEdit | undefined
  for (const part of [...reader.add(answer), ...reader.end()]) {
    if (part.type === 'prose') {
      // An end tag in prose means that the start tag of its edit was not recognized.
      if (endTag.test(part.text)) fault ??= faultOf('bad_tag')
      pieces.push({ prose: unescapeTags(part.text) })
    } else if (part.type === 'text' && open) open.text += editText(part.text)
    else if (part.type === 'fault') fault ??= faultOf(part.fault)
    else if (part.type === 'open') {
      if (open) fault ??= unfinished()
      open = { place: part.place, text: '' }
      pieces.push(open)
    } else {
      if (open?.place.kind === 'delete' && open.text.trim() !== '') fault ??= faultOf('bad_tag')
      open = undefined
    }
  }
  if (open) fault ??= unfinished()
  return { pieces, fault }
}

const faultOf = (fault: 'bad_tag' | 'unfinished'): AnswerFault =>
  fault === 'unfinished'
    ? unfinished()
    : new AnswerFault(
        'bad_tag',
        'One of its tags is not allowed, or does not start on a line of its own.',
      )

/** Removes the `<target>` tags that the prompt puts around a target. */
const editText = (text: string): string => unescapeTags(text.replaceAll(/<\/?target>/giu, ''))

export const isEdit = (piece: AnswerPiece): piece is WrittenEdit => 'place' in piece
