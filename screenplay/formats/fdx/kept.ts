import { fromBase64url, toBase64url, deflate, inflate, InflateFailure } from '../zip.ts'
import { ImportFailure } from '../failure.ts'
import { readXml, type XmlElement } from '../xml.ts'

type Names = Record<string, string>

/** What a paragraph had that our text cannot express. XML is kept as text. */
export type KeptParagraph = {
  /** Identifies the paragraph in the text, see `ParagraphKeys`. */
  key: string
  /** The index among the paragraphs with this key; 0 if unset. */
  nth?: number
  /** All its attributes. */
  attributes?: Names
  /** Its text in pieces: length and attributes of each. */
  runs?: [number, Names][]
  /** What is inside it besides text. */
  inside?: string[]
  /** Whether its (CONT'D) is typed where Final Draft adds none. */
  isContinued?: true
}

export type KeptNote = {
  key: string
  nth?: number
  attributes: Names
  /** From the start of its paragraph. */
  range: [number, number]
}

/** What a Final Draft file had that our text cannot express. */
export type Kept = {
  /** The attributes of the document. */
  root: Names
  /** Parts of the document, in their order. */
  parts: string[]
  /** The title page; `places` has the entry and line that each of its paragraphs became, several, or 0 if none. */
  title?: { xml: string; places: ([number, number] | [number, number][] | 0)[] }
  paragraphs: KeptParagraph[]
  notes: KeptNote[]
  /** Text that the file shows in capitals, as it is typed. */
  spellings: string[]
  /** The hash of the imported content, see `ParagraphKeys`. */
  content: number
}

/** An object from JSON, whose fields have not been checked. */
type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0

const isText = (value: unknown): value is string => typeof value === 'string'

/** A name that may stand in a tag. */
const name = /^[A-Za-z][\w:.-]*$/

const isNames = (value: unknown): value is Record<string, string> =>
  isFields(value) && Object.entries(value).every(([key, text]) => name.test(key) && isText(text))

const isList =
  <Item>(isItem: (value: unknown) => value is Item) =>
  (value: unknown): value is Item[] =>
    Array.isArray(value) && value.every(isItem)

const isPair = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(isCount)

const isRun = (value: unknown): value is [number, Record<string, string>] =>
  Array.isArray(value) && value.length === 2 && isCount(value[0]) && isNames(value[1])

const isTexts = isList(isText)

type Check = (value: unknown) => boolean

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

const hasFields = (value: unknown, checks: Readonly<Record<string, Check>>): boolean =>
  isFields(value) && Object.entries(checks).every(([key, check]) => check(value[key]))

const isParagraph = (value: unknown): value is KeptParagraph =>
  hasFields(value, {
    key: isText,
    nth: optional(isCount),
    attributes: optional(isNames),
    runs: optional(isList(isRun)),
    inside: optional(isTexts),
    isContinued: optional((each) => each === true),
  })

const isNote = (value: unknown): value is KeptNote =>
  hasFields(value, { key: isText, nth: optional(isCount), attributes: isNames, range: isPair })

const isPairs = isList(isPair)

const isPlace = (value: unknown): value is [number, number] | [number, number][] | 0 =>
  value === 0 || isPair(value) || isPairs(value)

const isTitle: Check = (value) => hasFields(value, { xml: isText, places: isList(isPlace) })

const isKept = (value: unknown): value is Kept =>
  hasFields(value, {
    root: isNames,
    parts: isTexts,
    title: optional(isTitle),
    paragraphs: isList(isParagraph),
    notes: isList(isNote),
    spellings: isTexts,
    content: isCount,
  })

/** Validates a decoded value, because anybody can edit the text that it comes from. */
const keptShape = (value: unknown): Kept | undefined => (isKept(value) ? value : undefined)

/** Characters in the script at most; a feature with its cast, tags and revisions needs about 5,000. */
export const MAX_KEPT_LENGTH = 48_000
/** The most bytes after decompression, against decompression bombs; real data needs far less. */
const MAX_BYTES = 2 * 1024 * 1024

/** Written with letters, digits, '-' and '_' only. */
export async function encodeKept(kept: Kept): Promise<string> {
  const bytes = await deflate(new TextEncoder().encode(JSON.stringify(kept)), 'deflate-raw')
  return toBase64url(bytes)
}

/** Undefined if it is damaged: the script is then exported without it. */
export async function decodeKept(text: string): Promise<Kept | undefined> {
  const bytes = text.length > MAX_KEPT_LENGTH ? undefined : fromBase64url(text)
  if (!bytes) return undefined
  try {
    const json = await inflate(bytes, 'deflate-raw', MAX_BYTES)
    return keptShape(JSON.parse(new TextDecoder().decode(json)))
  } catch (error) {
    if (error instanceof InflateFailure || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Undefined if the text is not a valid XML element. */
export function keptElement(xml: string): XmlElement | undefined {
  try {
    return readXml(xml)
  } catch (error) {
    if (error instanceof ImportFailure) return undefined
    throw error
  }
}

const START = 0x811c9dc5
const PRIME = 0x01000193

/** FNV-1a, 32 bits: to recognize text, not to protect it. */
function hashOf(text: string, start = START): number {
  let hash = start
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  }
  return hash >>> 0
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function digits(value: number, count: number): string {
  let written = ''
  for (let at = 0; at < count; at += 1) written += DIGITS.charAt((value >>> (6 * at)) & 63)
  return written
}

/** Digits for a paragraph's own text: 24 bits, enough to tell the paragraphs of a script apart. */
const OWN = 4

/**
 * Short keys of the paragraphs of a script: four letters for the paragraph and two for the one above it. If
 * only the one above was edited, the first four still find the paragraph.
 */
export class ParagraphKeys {
  readonly keys: string[]
  /** The hash of all keys. */
  readonly content: number

  constructor(texts: readonly string[]) {
    const hashes = texts.map((text) => hashOf(text))
    this.keys = hashes.map((hash, at) => digits(hash, OWN) + digits(hashes[at - 1] ?? 0, 2))
    this.content = hashOf(this.keys.join(''))
  }

  /** For each paragraph, its index among those with the same key. */
  nths(): number[] {
    const counts = new Map<string, number>()
    return this.keys.map((key) => {
      const count = counts.get(key) ?? 0
      counts.set(key, count + 1)
      return count
    })
  }

  /** The current positions of kept paragraphs; undefined for those that are gone or ambiguous. */
  find(kept: readonly { key: string; nth?: number }[]): (number | undefined)[] {
    const byKey = Map.groupBy(this.keys.keys(), (at) => this.keys[at]!)
    const found = kept.map(({ key, nth = 0 }) => byKey.get(key)?.[nth])
    const taken = new Set(found)
    const free = [...this.keys.keys()].filter((at) => !taken.has(at))
    const freeByOwn = Map.groupBy(free, (at) => this.keys[at]!.slice(0, OWN))
    return found.map((at, index) => {
      if (at !== undefined) return at
      const own = kept[index]!.key.slice(0, OWN)
      const [only, ...others] = freeByOwn.get(own) ?? []
      freeByOwn.delete(own)
      return others.length === 0 ? only : undefined
    })
  }
}
