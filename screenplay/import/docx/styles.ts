import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn } from '../xml-tree.ts'

/** What matters of how a paragraph looks; nothing where it says nothing. */
export type Look = { left?: number; firstLine?: number; right?: number; alignment?: string }

type Style = { name: string; basedOn: string | undefined; look: Look }

const MOST_ANCESTORS = 20
const TWIPS = 1440

export const valueOf = (element: XmlElement | undefined) => element?.attributes['w:val']

/** Twentieths of points as inches. */
export function inchesOf(twips: string | undefined): number | undefined {
  const number = Number(twips)
  return twips === undefined || !Number.isFinite(number) ? undefined : number / TWIPS
}

export function lookOf(properties: XmlElement | undefined): Look {
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
  #usual: string | undefined

  constructor(root: XmlElement | undefined) {
    for (const style of elementsIn(root)) {
      const id = style.attributes['w:styleId']
      if (style.name !== 'w:style' || !id || style.attributes['w:type'] !== 'paragraph') continue
      if (['1', 'true', 'on'].includes(style.attributes['w:default'] ?? '')) this.#usual = id
      this.#styles.set(id, {
        name: valueOf(childNamed(style, 'w:name')) ?? id,
        basedOn: valueOf(childNamed(style, 'w:basedOn')),
        look: lookOf(childNamed(style, 'w:pPr')),
      })
    }
  }

  nameOf(id: string | undefined): string {
    return this.#styles.get(id ?? this.#usual ?? '')?.name ?? ''
  }

  /** With everything a style takes from those it is based on. */
  lookOf(id: string | undefined): Look {
    const looks: Look[] = []
    let style = this.#styles.get(id ?? this.#usual ?? '')
    while (style && looks.length < MOST_ANCESTORS) {
      looks.unshift(style.look)
      style = this.#styles.get(style.basedOn ?? '')
    }
    return Object.assign({}, ...looks) as Look
  }
}
