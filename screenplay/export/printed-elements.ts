import type { Element, Screenplay } from '../elements.ts'

type PrintedType = Exclude<Element['type'], 'section' | 'synopsis' | 'note' | 'boneyard'>

export type PrintedElement = Element & {
  type: PrintedType
  /** No empty line in the source between it and what is printed before it. */
  joinsPrevious: boolean
}

const forTheWriter = new Set<Element['type']>(['section', 'synopsis', 'note', 'boneyard'])

const isPrinted = (element: Element): element is Element & { type: PrintedType } =>
  !forTheWriter.has(element.type) && (element.type === 'page-break' || element.text.trim() !== '')

/** Notes, boneyard, sections and synopses are the writer's own; documents for readers leave them out. */
export function printedElements({ source, elements }: Screenplay): PrintedElement[] {
  let contentEnd = 0
  return elements.filter(isPrinted).map((element) => {
    const between = source.slice(contentEnd, element.start)
    contentEnd = element.contentEnd
    const joinsPrevious = (between.match(/\r\n|[\r\n]/g)?.length ?? 0) < 2
    return Object.assign({ joinsPrevious }, element)
  })
}
