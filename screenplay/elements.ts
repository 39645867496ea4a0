/** What a screenplay is made of, in the words of Fountain. */
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
 * Where something stands in the source. The ranges of a screenplay's parts follow each other without gap
 * or overlap: `end` is where the next part starts, `contentEnd` where this one's own text stops, before
 * its line break and the empty lines behind it. The first part starts where its own line starts: only a
 * byte order mark and empty lines stand before it. Lines are counted from one.
 */
type Range = { start: number; contentEnd: number; end: number; line: number }

export type Element = Range & {
  type: ElementType
  /**
   * What is meant to be read, lines joined by '\n': without the marks that force an element, without
   * notes and boneyard inside it, tabs as four spaces. Emphasis keeps its marks (see emphasis.ts).
   */
  text: string
  /** Of a scene heading: the number between its marks. */
  sceneNumber?: string
  /** Of a section: how many marks. */
  depth?: number
  /** Of every element of a speech that is spoken beside another: on which side. */
  dual?: 'left' | 'right'
  /** Of lyrics: nobody in particular sings them, so an empty line stands before them. */
  apart?: true
}

export type TitleEntry = Range & { key: string; values: string[] }

export type Screenplay = {
  source: string
  /** Empty when there is no title page. */
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
