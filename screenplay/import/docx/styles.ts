import type { XmlElement } from '../../xml.ts'
import type { ParagraphFormat } from '../styled-paragraph.ts'
import { childNamed, elementsIn } from '../xml-tree.ts'

type Style = { name: string; basedOn: string | undefined; format: ParagraphFormat }

const MAX_ANCESTORS = 20
const TWIPS_PER_INCH = 1440

export const valueOf = (element: XmlElement | undefined) => element?.attributes['w:val']

/** Twips (1/1440 inch) to inches. */
export function inchesOf(twips: string | undefined): number | undefined {
  const number = Number(twips)
  return twips === undefined || !Number.isFinite(number) ? undefined : number / TWIPS_PER_INCH
}

export function formatOf(properties: XmlElement | undefined): ParagraphFormat {
  const indent = childNamed(properties, 'w:ind')?.attributes ?? {}
  const left = inchesOf(indent['w:left'] ?? indent['w:start'])
  const right = inchesOf(indent['w:right'] ?? indent['w:end'])
  const hanging = inchesOf(indent['w:hanging'])
  const firstLine = hanging === undefined ? inchesOf(indent['w:firstLine']) : -hanging
  const alignment = valueOf(childNamed(properties, 'w:jc'))
  return {
    ...(left !== undefined && { left }),
    ...(right !== undefined && { right }),
    ...(firstLine !== undefined && { firstLine }),
    ...(alignment !== undefined && { alignment }),
  }
}

/** The paragraph styles of a document. */
export class DocxStyles {
  readonly #styles = new Map<string, Style>()
  #default: string | undefined

  constructor(root: XmlElement | undefined) {
    for (const style of elementsIn(root)) {
      const id = style.attributes['w:styleId']
      if (style.name !== 'w:style' || !id || style.attributes['w:type'] !== 'paragraph') continue
      if (['1', 'true', 'on'].includes(style.attributes['w:default'] ?? '')) this.#default = id
      this.#styles.set(id, {
        name: valueOf(childNamed(style, 'w:name')) ?? id,
        basedOn: valueOf(childNamed(style, 'w:basedOn')),
        format: formatOf(childNamed(style, 'w:pPr')),
      })
    }
  }

  nameOf(id: string | undefined): string {
    return this.#styles.get(id ?? this.#default ?? '')?.name ?? ''
  }

  /** The format of a style, including what it inherits. */
  formatOf(id: string | undefined): ParagraphFormat {
    const formats: ParagraphFormat[] = []
    let style = this.#styles.get(id ?? this.#default ?? '')
    while (style && formats.length < MAX_ANCESTORS) {
      formats.unshift(style.format)
      style = this.#styles.get(style.basedOn ?? '')
    }
    return Object.assign({}, ...formats) as ParagraphFormat
  }
}
