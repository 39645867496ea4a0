import { printedTitlePage, printedValues, type Screenplay } from '../../elements.ts'
import { documentOf, keysOf } from '../../export/fdx/document.ts'
import { withTyped } from '../../export/fdx/kept-paragraph.ts'
import { allParagraphs, type FdxNote, type FdxParagraph } from '../../export/fdx/paragraph.ts'
import { lengthOf, noteAttributes, noteKeys, placedNotes } from '../../export/fdx/script-notes.ts'
import { encodeKept, MAX_KEPT_LENGTH } from '../../final-draft/kept.ts'
import type { Kept, KeptNote } from '../../final-draft/kept-shape.ts'
import type { TypeStyles } from '../../final-draft/type-styles.ts'
import { compactXml } from '../../final-draft/xml-text.ts'
import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn } from '../xml-tree.ts'
import { Differences } from './differences.ts'
import type { Pair } from './originals.ts'
import { titleLinesOf } from './title-page.ts'
import type { PlacedScriptNote } from './script-notes.ts'

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
