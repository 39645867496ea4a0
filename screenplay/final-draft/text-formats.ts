import { elementsIn } from '../import/xml-tree.ts'
import type { Format } from '../page-setup/formats.ts'
import { type PageSetup, formatOf } from '../page-setup/setup.ts'
import { type TextFormat, textKey } from '../page-setup/text-formats.ts'
import type { XmlElement } from '../xml.ts'
import { rawTextOf } from './paragraph-text.ts'
import type { TypeStyle, TypeStyles } from './type-styles.ts'

const settings = [
  ['LeftIndent', 'leftIndent'],
  ['RightIndent', 'rightIndent'],
  ['SpaceBefore', 'spaceBefore'],
  ['Spacing', 'spacing'],
] as const

/** What the settings of a type say that differs from centered text. */
function formatIn({ paragraphAttributes }: TypeStyle, usual: Format): Partial<Format> {
  const given = settings.flatMap(([attribute, name]) => {
    const value = Number(paragraphAttributes[attribute] ?? Number.NaN)
    return Number.isFinite(value) && value !== usual[name] ? [[name, value]] : []
  })
  return Object.fromEntries(given)
}

/** How a file prints the headings of its acts and episodes, which are centered text in ours. */
export function textFormatsIn(
  content: XmlElement,
  styles: TypeStyles,
  setup: PageSetup,
): TextFormat[] {
  const usual = formatOf(setup, 'centered')
  const byFormat = new Map<string, { texts: Set<string>; format: Partial<Format> }>()
  const known = new Set<string>()
  for (const paragraph of elementsIn(content)) {
    const { Type: name = 'Action', Alignment: alignment } = paragraph.attributes
    const style = styles.of(name)
    if (style.isOwn || style.element !== 'centered' || alignment !== undefined) continue
    const key = textKey(rawTextOf(paragraph))
    const format = formatIn(style, usual)
    if (key === '' || known.has(key)) continue
    known.add(key)
    if (Object.keys(format).length === 0) continue
    const id = JSON.stringify(format)
    const group = byFormat.get(id) ?? { texts: new Set(), format }
    group.texts.add(key)
    byFormat.set(id, group)
  }
  return [...byFormat.values()].map(({ texts, format }) => ({ texts: [...texts], format }))
}
