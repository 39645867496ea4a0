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
export const keptShape = (value: unknown): Kept | undefined => (isKept(value) ? value : undefined)
