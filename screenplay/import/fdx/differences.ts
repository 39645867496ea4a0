import type { FdxParagraph } from '../../export/fdx/paragraph.ts'
import type { KeptParagraph } from '../../final-draft/kept-shape.ts'
import type { TypeStyle, TypeStyles } from '../../final-draft/type-styles.ts'
import { styleNamesOf } from '../../final-draft/read-settings.ts'
import { compactXml } from '../../final-draft/xml-text.ts'
import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn, ownText } from '../xml-tree.ts'

type Names = Record<string, string>
type Run = { text: string; attributes: Names }

/** Attributes that are not compared: Final Draft generates them, or the imported text expresses them. */
const own = new Set(['id', 'StartsNewPage', 'Number'])
const computed = new Set(['Length', 'Page', 'Number'])
const unset: Names = { RevisionID: '0', AdornmentStyle: '0', Style: '' }
const inText = new Set(['Text', 'DualDialogue', 'OmittedScene', 'ScriptNote'])

const sameNames = (one: Names, other: Names) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

/** Drops attributes that are empty, ignored, or inherited from the paragraph type. */
const notInherited = (attributes: Names, inherited: Readonly<Names>, left: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) => !left.has(name) && inherited[name] !== value && value !== '',
    ),
  )

function textAttributes({ attributes }: XmlElement, style: TypeStyle): Names {
  const given = Object.entries(attributes).filter(
    ([name, value]) => unset[name] !== value && style.textAttributes[name] !== value,
  )
  const { Style, ...others } = Object.fromEntries(given)
  const names = styleNamesOf(Style).toSorted().join('+')
  return names === '' ? others : { ...others, Style: names }
}

/** The formatted runs of a paragraph, with whitespace normalized as in the imported text. */
function runsOf(paragraph: XmlElement, style: TypeStyle, isTrimmed: boolean): Run[] {
  const runs: Run[] = []
  for (const text of elementsIn(paragraph)) {
    if (text.name !== 'Text') continue
    const attributes = textAttributes(text, style)
    const piece = ownText(text)
      .replaceAll(/\r\n?|\u2028/g, '\n')
      .replaceAll('\t', '    ')
    const last = runs.at(-1)
    if (last && sameNames(last.attributes, attributes)) last.text += piece
    else if (piece !== '') runs.push({ text: piece, attributes })
  }
  const [first, last] = [runs[0], runs.at(-1)]
  if (first && isTrimmed) first.text = first.text.trimStart()
  if (last) last.text = last.text.trimEnd()
  return runs.filter(({ text }) => text !== '')
}

const textOf = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

/** With capitals where they are set by hand. */
const shownText = (runs: readonly Run[]) =>
  runs
    .map(({ text, attributes }) =>
      styleNamesOf(attributes['Style']).includes('AllCaps') ? text.toUpperCase() : text,
    )
    .join('')

/** The properties of a scene without its summary, which is a synopsis in our text. */
function propertiesOf(paragraph: XmlElement): XmlElement[] {
  const properties = childNamed(paragraph, 'SceneProperties')
  if (!properties) return []
  const attributes = notInherited(properties.attributes, {}, computed)
  const children = elementsIn(properties).filter(({ name }) => name !== 'Summary')
  const isEmpty = Object.keys(attributes).length === 0 && children.length === 0
  return isEmpty ? [] : [{ name: 'SceneProperties', attributes, children }]
}

const insideOf = (paragraph: XmlElement): XmlElement[] => [
  ...propertiesOf(paragraph),
  ...elementsIn(paragraph).filter(({ name }) => name !== 'SceneProperties' && !inText.has(name)),
]

type Difference = Omit<KeptParagraph, 'key' | 'nth'>

/** How a paragraph of a file differs from what we would write. */
export class Differences {
  readonly #styles: TypeStyles
  /** The file's mixed-case spelling of text that the import writes in capitals, by paragraph key. */
  readonly spellings = new Map<string, string>()

  constructor(styles: TypeStyles) {
    this.#styles = styles
  }

  of(original: XmlElement, { key, xml, continued = '' }: FdxParagraph): Difference | undefined {
    if (original.name !== 'Paragraph') return undefined
    const style = this.#styles.of(original.attributes['Type'] ?? 'Action')
    const difference: Difference = {}
    const isAction = key.startsWith('action ')
    const runs = runsOf(original, style, !isAction)
    const ours = runsOf(xml, style, !isAction)
    const last = ours.at(-1)
    if (last) last.text += continued
    if (continued !== '') difference.isContinued = true
    const [text, written] = [textOf(runs), textOf(ours)]
    const isSpelled = text !== written && text.toUpperCase() === written
    if (isSpelled) this.#spell(key, text)
    const isSameText = text === written || isSpelled || shownText(runs) === written
    if (this.#isOtherwiseSet(original, xml, style)) difference.attributes = kept(original)
    const isSame =
      runs.length === ours.length &&
      runs.every((run, at) => {
        const our = ours[at]
        return (
          our && our.text.length === run.text.length && sameNames(our.attributes, run.attributes)
        )
      })
    if (isSameText && !isSame)
      difference.runs = runs.map((run) => [run.text.length, run.attributes])
    const inside = insideOf(original)
    if (inside.length > 0) difference.inside = inside.map(compactXml)
    return Object.keys(difference).length > 0 ? difference : undefined
  }

  #spell(key: string, text: string): void {
    const type = key.slice(0, key.indexOf(' '))
    if (!this.spellings.has(key)) this.spellings.set(key, `${type} ${text}`)
  }

  #isOtherwiseSet(original: XmlElement, xml: XmlElement, style: TypeStyle): boolean {
    const inherited = style.paragraphAttributes
    const one = notInherited(original.attributes, inherited, own)
    const other = notInherited(xml.attributes, inherited, own)
    const { Type: type = 'Action', ...rest } = one
    const { Type: ourType = 'Action', ...ourRest } = other
    return type !== ourType || !sameNames(rest, ourRest)
  }
}

/** All attributes of a paragraph except its identifier. */
function kept({ attributes }: XmlElement): Names {
  const { id: _, ...others } = attributes
  return others
}
