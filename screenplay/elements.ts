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
  /** Sections only: the number of # markers. */
  depth?: number
  /** The column, for every element of a dual dialogue. */
  dual?: 'left' | 'right'
  /** Lyrics outside a speech; an empty line precedes them. */
  apart?: true
}

export type TitleEntry = Range & { key: string; values: string[] }

export type Screenplay = {
  source: string
  /** Empty if there is no title page. */
  titlePage: TitleEntry[]
  elements: Element[]
}

type PrintedType = Exclude<ElementType, 'section' | 'synopsis' | 'note' | 'boneyard'>

export type PrintedElement = Element & {
  type: PrintedType
  /** No empty line separates it from the printed element before it. */
  joinsPrevious: boolean
}

const unprintedTypes = new Set<ElementType>(['section', 'synopsis', 'note', 'boneyard'])

const isPrinted = (element: Element): element is Element & { type: PrintedType } =>
  !unprintedTypes.has(element.type) && (element.type === 'page-break' || element.text.trim() !== '')

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
