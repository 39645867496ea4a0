import {
  type FdxParagraph,
  allParagraphs,
  type FdxNote,
  lengthOf,
  noteAttributes,
  noteKeys,
  placedNotes,
} from './write-paragraph.ts'
import {
  type KeptParagraph,
  type Kept,
  type KeptNote,
  encodeKept,
  MAX_KEPT_LENGTH,
} from './kept.ts'
import { type TypeStyle, type TypeStyles, styleNamesOf } from './settings.ts'
import { compactXml } from './paragraph-text.ts'
import { type XmlElement, childNamed, elementsIn, ownText } from '../xml.ts'
import { printedTitlePage, printedValues, type Screenplay } from '../../model/elements.ts'
import { documentOf, keysOf } from './write.ts'
import { withTyped } from './write-kept.ts'
import type { Pair } from './losses.ts'
import { titleLinesOf, type PlacedScriptNote } from './read-title-page.ts'

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

const runsText = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

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
class Differences {
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
    const [text, written] = [runsText(runs), runsText(ours)]
    const isSpelled = text !== written && text.toUpperCase() === written
    if (isSpelled) this.#spell(key, text)
    const isSameText = text === written || isSpelled || shownText(runs) === written
    if (this.#isOtherwiseSet(original, xml, style)) difference.attributes = keptNames(original)
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
function keptNames({ attributes }: XmlElement): Names {
  const { id: _, ...others } = attributes
  return others
}

/** Compression shrinks XML at least by this factor. */
const MIN_RATIO = 3

/** The parts of a file that we would not write in the same way. */
function partsOf(root: XmlElement, ours: XmlElement): XmlElement[] {
  const known = new Set(elementsIn(ours).map(compactXml))
  return elementsIn(root).flatMap((part) => {
    if (part.name === 'Content' || part.name === 'TitlePage') return []
    // Locked pages that could be read are in the text.
    if (part.name === 'LockedPages' && childNamed(ours, part.name)) return []
    if (part.name !== 'ScriptNotes') return known.has(compactXml(part)) ? [] : [part]
    const children = elementsIn(part).filter(({ name }) => name !== 'ScriptNote')
    return children.length > 0 ? [{ ...part, children }] : []
  })
}

type TitlePlaces = NonNullable<Kept['title']>['places'][number]

function titleOf(root: XmlElement, ours: XmlElement, screenplay: Screenplay): Kept['title'] {
  const page = childNamed(root, 'TitlePage')
  const our = childNamed(ours, 'TitlePage')
  if (!page || (our && compactXml(our) === compactXml(page))) return undefined
  const lines = printedTitlePage(screenplay).flatMap((each, entry) =>
    printedValues(each).map((text, line) => ({ text, place: [entry, line] as [number, number] })),
  )
  const free = Map.groupBy(lines, ({ text }) => text)
  const places = elementsIn(childNamed(page, 'Content')).map((paragraph): TitlePlaces => {
    const found = titleLinesOf(paragraph).flatMap((text) => {
      const place = free.get(text)?.shift()?.place
      return place ? [place] : []
    })
    return found.length > 1 ? found : (found[0] ?? 0)
  })
  return { xml: compactXml(page), places }
}

/** `nth` is omitted for the first occurrence of a key. */
const keyed = <Item extends object>(kept: Item, key = '', nth = 0) =>
  Object.assign({ key, ...(nth > 0 && { nth }) }, kept)

function paragraphsOf(
  pairs: readonly Pair[],
  exported: readonly FdxParagraph[],
  styles: TypeStyles,
) {
  const differences = new Differences(styles)
  const all = allParagraphs(exported)
  const known = keysOf(exported)
  const { keys } = known
  const nths = known.nths()
  const places = new Map(all.map((paragraph, at) => [paragraph, at]))
  const paragraphs = pairs.flatMap(({ original, exported: ours }) => {
    const kept = differences.of(original, ours)
    const at = places.get(ours)
    return kept && at !== undefined ? keyed(kept, keys[at], nths[at]) : []
  })
  return { paragraphs, spellings: [...differences.spellings.values()] }
}

/** The attributes and ranges of a file's notes that the imported text cannot express. */
function notesOf(
  notes: readonly PlacedScriptNote[],
  exported: readonly FdxParagraph[],
): KeptNote[] {
  const placed = placedNotes(exported.map(asTyped))
  const keys = noteKeys(placed)
  const nths = keys.nths()
  const free = Map.groupBy(notes, ({ draft }) => draft.text)
  return placed.flatMap(({ note, range, paragraph }, at) => {
    const found = free.get(note.text)?.shift()
    if (!found) return []
    const { Range: _, ...attributes } = found.xml.attributes
    const length = lengthOf(paragraph)
    const [start, end] = [Math.min(Math.max(0, found.start), length), Math.max(0, found.end)]
    if (isOurNote(attributes, note) && start === range[0] && end === range[1]) return []
    return keyed({ attributes, range: [start, end] }, keys.keys[at], nths[at])
  })
}

/** With its typed (CONT'D), which the file has. */
const asTyped = (paragraph: FdxParagraph): FdxParagraph => ({
  ...paragraph,
  xml: withTyped(paragraph.xml, paragraph.continued),
})

/** Whether all attributes of a note, except its id, are the same as the export would write. */
function isOurNote(attributes: Record<string, string>, note: FdxNote): boolean {
  const ours: Record<string, string | undefined> = noteAttributes(note)
  return Object.entries({ ...ours, ...attributes }).every(
    ([name, value]) => name === 'Id' || (value || undefined) === ours[name],
  )
}

type Encoded = { kept: string | undefined; isComplete: boolean }

/** Drops the largest parts, then all parts, if the encoded text would be too long. */
async function encoded(kept: Kept): Promise<Encoded> {
  let length = 0
  const smallest = new Set(
    [...kept.parts.entries()]
      .toSorted(([, one], [, other]) => one.length - other.length)
      .filter(([, part]) => {
        length += part.length
        return length <= MAX_KEPT_LENGTH * MIN_RATIO
      })
      .map(([index]) => index),
  )
  const fewer = kept.parts.filter((_, index) => smallest.has(index))
  for (const parts of [kept.parts, fewer, []]) {
    const text = await encodeKept({ ...kept, parts })
    if (text.length <= MAX_KEPT_LENGTH) {
      return { kept: text, isComplete: parts.length === kept.parts.length }
    }
  }
  return { kept: undefined, isComplete: false }
}

type File = {
  root: XmlElement
  notes: readonly PlacedScriptNote[]
  styles: TypeStyles
  /** Its paragraphs, and what the export makes of the imported text. */
  pairs: readonly Pair[]
  exported: FdxParagraph[]
}

/** Encodes what the imported text cannot express; undefined if there is nothing, or too much. */
export async function keptOf(
  screenplay: Screenplay,
  { root, notes, styles, pairs, exported }: File,
): Promise<Encoded> {
  const ours = documentOf(screenplay, { content: exported })
  const title = titleOf(root, ours, screenplay)
  const kept: Kept = {
    root: root.attributes,
    parts: partsOf(root, ours).map(compactXml),
    ...(title && { title }),
    ...paragraphsOf(pairs, exported, styles),
    notes: notesOf(notes, exported),
    content: keysOf(exported).content,
  }
  const { parts, paragraphs, spellings } = kept
  const isNothing = [parts, paragraphs, spellings, kept.notes].every(({ length }) => length === 0)
  return isNothing && !title ? { kept: undefined, isComplete: true } : encoded(kept)
}
