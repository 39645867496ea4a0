import type { EditPlace } from '../types.ts'

const names = ['scene', 'script', 'text'] as const
export type TagName = (typeof names)[number]

export type Tag =
  /** `isEmpty`: self-closing, such as `<scene id="12" delete="true"/>`. */
  | { kind: 'open'; name: TagName; place: EditPlace; isEmpty: boolean }
  | { kind: 'close'; name: TagName }
  /** A tag that the protocol does not allow. */
  | { kind: 'bad' }
  /** The answer ends in the middle of it. */
  | { kind: 'unfinished' }

export type TagCandidate = 'text' | 'undecided' | { tag: Tag; length: number }

/** The longest valid tag; limits how much text a stream holds back. */
const MAX_TAG_LENGTH = 200

const begun = /^<[^\S\r\n]*\/?[^\S\r\n]*([a-z]*)(.?)/isu
const whole = /^<\s*(\/?)\s*(scene|script|text)(?=[\s/>])([^]*?)(\/?)\s*>$/iu
const attribute = /\s*([a-z][\w-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=/]+)))?(?=\s|$)/iuy

/** Reads the tag at a `<`; more text may follow unless `isEnd`. */
export function tagAt(text: string, at: number, isEnd: boolean): TagCandidate {
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
  return { tag: read(ahead.slice(0, end + 1)), length: end + 1 }
}

function read(text: string): Tag {
  const [, slash, name = '', rest = '', isEmpty] = whole.exec(text) ?? []
  const tag = name.toLowerCase() as TagName
  if (slash) return rest.trim() === '' && !isEmpty ? { kind: 'close', name: tag } : { kind: 'bad' }
  const attributes = attributesIn(rest.replaceAll(/[“”„]/gu, '"'))
  const place = attributes && (tag === 'scene' ? placeOf(attributes) : { kind: tag })
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

function placeOf(attributes: ReadonlyMap<string, string>): EditPlace | undefined {
  const [id, after] = [numberIn(attributes.get('id')), numberIn(attributes.get('after'))]
  if (attributes.has('id') === attributes.has('after')) return undefined
  const isDeleted = attributes.get('delete')?.trim().toLowerCase() === 'true'
  if (after !== undefined && !isDeleted) return { kind: 'insert', after }
  if (id === undefined) return undefined
  return isDeleted ? { kind: 'delete', id } : { kind: 'replace', id }
}

const numberIn = (value: string | undefined): number | undefined =>
  /^\s*\d{1,9}\s*$/u.test(value ?? '') ? Number(value) : undefined
