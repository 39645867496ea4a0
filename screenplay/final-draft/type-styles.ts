import type { ElementType } from '../elements.ts'
import { formattedTypeOf } from './element-names.ts'
import { styleNamesOf } from './read-settings.ts'
import type { XmlElement } from '../xml.ts'
import { childNamed, elementsIn } from '../import/xml-tree.ts'

/** Final Draft's types that are elements of ours. */
const own = new Map<string, ElementType>([
  ['scene-heading', 'scene-heading'],
  ['character', 'character'],
  ['parenthetical', 'parenthetical'],
  ['dialogue', 'dialogue'],
  ['lyrics', 'lyrics'],
  ['transition', 'transition'],
])

/** Headings of acts and episodes, which are centered unless the file says something else. */
const headings = new Set(['cold opening', 'new act', 'end of act', 'show/ep. title'])

/** What a type says about its paragraphs. */
export type TypeStyle = {
  element: ElementType
  /** Whether the type is that element; otherwise it only looks like it. */
  isOwn: boolean
  /** The styles of its font: Bold, AllCaps and so on. */
  font: readonly string[]
  /** Attributes that the paragraphs and their text inherit from the type. */
  paragraphAttributes: Readonly<Record<string, string>>
  textAttributes: Readonly<Record<string, string>>
  startsPage: boolean
}

function elementOf(name: string, alignment: string | undefined): ElementType {
  const usual = headings.has(name) ? 'Center' : 'Left'
  const type = own.get(formattedTypeOf(name) ?? 'action')
  return type ?? ((alignment ?? usual) === 'Center' ? 'centered' : 'action')
}

const POINTS_PER_ROW = 12

/** A page has about 55 rows; more would only be more empty pages. */
const MAX_SPACE = 60

/** The blank rows that a space before a paragraph has beyond the usual one; 0 if it is not made of whole rows. */
export function extraRows(points: string | undefined, usual: number): number {
  const rows = (Number(points ?? usual) - usual) / POINTS_PER_ROW
  return Number.isInteger(rows) && rows > 0 && rows <= MAX_SPACE ? rows : 0
}

/** The points of a space that has some blank rows beyond the usual one. */
export const pointsOf = (usual: number, rows: number) => String(usual + rows * POINTS_PER_ROW)

/** The styles of a file's types, by name; types that differ only in case may each have their own. */
export class TypeStyles {
  readonly #settings = new Map<string, XmlElement>()
  readonly #styles = new Map<string, TypeStyle>()

  constructor(root: XmlElement) {
    for (const element of elementsIn(root)) {
      const name = element.name === 'ElementSettings' && element.attributes['Type']
      if (!name) continue
      for (const each of [name, name.toLowerCase()]) {
        if (!this.#settings.has(each)) this.#settings.set(each, element)
      }
    }
  }

  /** The space before action, in points. */
  get actionSpace(): number {
    return Number(this.of('Action').paragraphAttributes['SpaceBefore'] ?? POINTS_PER_ROW)
  }

  of(name: string): TypeStyle {
    const known = this.#styles.get(name)
    if (known) return known
    const key = name.toLowerCase()
    const settings = this.#settings.get(name) ?? this.#settings.get(key)
    const paragraph = childNamed(settings, 'ParagraphSpec')?.attributes ?? {}
    const text = childNamed(settings, 'FontSpec')?.attributes ?? {}
    const style = {
      element: elementOf(key, paragraph['Alignment']),
      isOwn: key === 'action' || own.has(formattedTypeOf(key) ?? ''),
      font: styleNamesOf(text['Style']),
      paragraphAttributes: paragraph,
      textAttributes: text,
      startsPage: paragraph['StartsNewPage'] === 'Yes',
    }
    this.#styles.set(name, style)
    return style
  }
}
