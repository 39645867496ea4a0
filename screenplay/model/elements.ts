/** Fountain's element types. */
export type ElementType =
  | 'scene-heading'
  | 'action'
  | 'character'
  | 'parenthetical'
  | 'dialogue'
  | 'lyrics'
  | 'transition'
  | 'centered'
  | 'page-break'
  | 'section'
  | 'synopsis'
  | 'note'
  | 'boneyard'

/**
 * Offsets into the source. Ranges are contiguous: `end` is the `start` of the next part, `contentEnd` is
 * the end of this part's own text, before its line break and any empty lines. Only a byte order mark and
 * empty lines may precede the first part. `line` is 1-based.
 */
type Range = { start: number; contentEnd: number; end: number; line: number }

export type Element = Range & {
  type: ElementType
  /**
   * The text without forcing characters, inline notes and boneyard; lines joined by '\n', tabs expanded
   * to four spaces. Emphasis markers are kept (see emphasis.ts).
   */
  text: string
  /** Scene headings only: the number between the # markers. */
  sceneNumber?: string
  /** Page breaks, and notes like [[=== 12A]] that start a locked page: the number of the page that begins here. */
  pageNumber?: string
  /** The whole source of a printed element inside which a locked page starts. */
  locked?: string
  /** Sections only: the number of # markers. */
  depth?: number
  /** The column, for every element of a dual dialogue. */
  dual?: 'left' | 'right'
  /** Lyrics outside a speech; an empty line precedes them. */
  apart?: true
  /** Action without text that prints as an empty row: two spaces alone between empty lines. */
  blank?: true
  /** Action directly below action: how many empty lines more than one separate them. They print as blank rows. */
  spaceAbove?: number
}

export type TitleEntry = Range & { key: string; values: string[] }

export type Screenplay = {
  source: string
  /** Empty if there is no title page. */
  titlePage: TitleEntry[]
  elements: Element[]
}

/** The title page entry with the settings of the page (see page-setup.ts), which is not printed. */
export const PAGE_SETUP_KEY = 'Page Setup'

/** The entry that stores what an imported Final Draft file had besides its text (see final-draft/kept.ts). */
export const FINAL_DRAFT_KEY = 'Final Draft'

/** The entry that says what is locked (see production.ts). */
export const PRODUCTION_LOCK_KEY = 'Production Lock'

type Keyed = { key: string }

/** The key of a title page entry, however it is written. */
export const entryKey = ({ key }: Keyed): string => key.trim().toLowerCase()

const hasKey =
  (name: string) =>
  (entry: Keyed): boolean =>
    entryKey(entry) === name

export const isPageSetup = hasKey(PAGE_SETUP_KEY.toLowerCase())
export const isFinalDraft = hasKey(FINAL_DRAFT_KEY.toLowerCase())
export const isProductionLock = hasKey(PRODUCTION_LOCK_KEY.toLowerCase())

/** Whether a title page entry is for programs and is not printed. */
export const isUnprintedEntry = (entry: Keyed) =>
  isPageSetup(entry) || isFinalDraft(entry) || isProductionLock(entry)

/** The entries of the title page that a reader sees. */
export const printedTitlePage = ({ titlePage }: Pick<Screenplay, 'titlePage'>): TitleEntry[] =>
  titlePage.some(isUnprintedEntry)
    ? titlePage.filter((entry) => !isUnprintedEntry(entry))
    : titlePage

/** Keys that only say where a line of the title page is printed. */
const layoutKeys = new Set([
  'title',
  'credit',
  'author',
  'authors',
  'source',
  'draft date',
  'date',
  'contact',
  'copyright',
  'notes',
  'revision',
])

export const isKnownKey = (entry: Keyed) =>
  layoutKeys.has(entryKey(entry)) || isUnprintedEntry(entry)

/** The printed lines of an entry. A key of the writer's own is printed too: it may be the beginning of a sentence. */
export function printedValues({ key, values }: Pick<TitleEntry, 'key' | 'values'>): string[] {
  if (isKnownKey({ key })) return values
  const [first = '', ...others] = values
  return [`${key}: ${first}`.trimEnd(), ...others]
}

type PrintedType = Exclude<ElementType, 'section' | 'synopsis' | 'note' | 'boneyard'>

export type PrintedElement = Element & {
  type: PrintedType
  /** No empty line separates it from the printed element before it. */
  joinsPrevious: boolean
}

const unprintedTypes = new Set<ElementType>(['section', 'synopsis', 'note', 'boneyard'])

/** Whether an element has something to print: text, or an empty row. */
export const hasRows = ({ text, blank }: Pick<Element, 'text' | 'blank'>): boolean =>
  blank === true || text.trim() !== ''

const isPrinted = (element: Element): element is Element & { type: PrintedType } =>
  !unprintedTypes.has(element.type) && (element.type === 'page-break' || hasRows(element))

/** The elements a reader sees: no notes, boneyard, sections or synopses. */
export function printedElements({ source, elements }: Screenplay): PrintedElement[] {
  let contentEnd = 0
  return elements.filter(isPrinted).map((element) => {
    const between = source.slice(contentEnd, element.start)
    contentEnd = element.contentEnd
    const joinsPrevious = (between.match(/\r\n|[\r\n]/g)?.length ?? 0) < 2
    return Object.assign({ joinsPrevious }, element)
  })
}

/** The line break that a text uses. */
export const lineBreakOf = (text: string): string => /\r\n|[\r\n]/u.exec(text)?.[0] ?? '\n'
