import { printedTitlePage, type Screenplay } from '../../elements.ts'
import { documentOf, keysOf, plainContent } from '../../export/fdx/document.ts'
import { allParagraphs, type FdxNote, type FdxParagraph } from '../../export/fdx/paragraph.ts'
import { noteAttributes, noteKeys, placedNotes } from '../../export/fdx/script-notes.ts'
import { encodeKept, type Kept, type KeptNote, MAX_KEPT_LENGTH } from '../../final-draft/kept.ts'
import { markedTextOf } from '../../final-draft/paragraph-text.ts'
import { TypeStyles } from '../../final-draft/type-styles.ts'
import { compactXml } from '../../final-draft/xml-text.ts'
import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn } from '../xml-tree.ts'
import { Differences } from './differences.ts'
import { pairedParagraphs } from './originals.ts'
import type { PlacedScriptNote } from './script-notes.ts'

/** Compression shrinks XML at least by this factor. */
const MIN_RATIO = 3

/** The parts of a file that we would not write in the same way. */
function partsOf(root: XmlElement, ours: XmlElement): XmlElement[] {
  const known = new Set(elementsIn(ours).map(compactXml))
  return elementsIn(root).flatMap((part) => {
    if (part.name === 'Content' || part.name === 'TitlePage') return []
    if (part.name !== 'ScriptNotes') return known.has(compactXml(part)) ? [] : [part]
    const children = elementsIn(part).filter(({ name }) => name !== 'ScriptNote')
    return children.length > 0 ? [{ ...part, children }] : []
  })
}

function titleOf(root: XmlElement, ours: XmlElement, screenplay: Screenplay): Kept['title'] {
  const page = childNamed(root, 'TitlePage')
  const our = childNamed(ours, 'TitlePage')
  if (!page || (our && compactXml(our) === compactXml(page))) return undefined
  const lines = printedTitlePage(screenplay).flatMap(({ values }, entry) =>
    values.map((text, line) => ({ text, place: [entry, line] as [number, number] })),
  )
  const free = Map.groupBy(lines, ({ text }) => text)
  const places = elementsIn(childNamed(page, 'Content')).map(
    (paragraph) => free.get(markedTextOf(paragraph).trim())?.shift()?.place ?? 0,
  )
  return { xml: compactXml(page), places }
}

/** `nth` is omitted for the first occurrence of a key. */
const keyed = <Item extends object>(kept: Item, key = '', nth = 0) =>
  Object.assign({ key, ...(nth > 0 && { nth }) }, kept)

function paragraphsOf(content: XmlElement, exported: readonly FdxParagraph[], styles: TypeStyles) {
  const differences = new Differences(styles)
  const all = allParagraphs(exported)
  const known = keysOf(exported)
  const { keys } = known
  const nths = known.nths()
  const places = new Map(all.map((paragraph, at) => [paragraph, at]))
  const paragraphs = pairedParagraphs(content, exported, styles).flatMap(
    ({ original, exported: ours }) => {
      const kept = differences.of(original, ours)
      const at = places.get(ours)
      return kept && at !== undefined ? keyed(kept, keys[at], nths[at]) : []
    },
  )
  return { paragraphs, spellings: [...differences.spellings.values()] }
}

/** The attributes and ranges of a file's notes that the imported text cannot express. */
function notesOf(
  notes: readonly PlacedScriptNote[],
  exported: readonly FdxParagraph[],
): KeptNote[] {
  const placed = placedNotes(exported)
  const keys = noteKeys(placed)
  const nths = keys.nths()
  const free = Map.groupBy(notes, ({ draft }) => draft.text)
  return placed.flatMap(({ note, range }, at) => {
    const found = free.get(note.text)?.shift()
    if (!found) return []
    const { Range: _, ...attributes } = found.xml.attributes
    const [start, end] = [Math.max(0, found.start), Math.max(0, found.end)]
    if (isOurNote(attributes, note) && start === range[0] && end === range[1]) return []
    return keyed({ attributes, range: [start, end] }, keys.keys[at], nths[at])
  })
}

/** Whether all attributes of a note, except its id, are the same as the export would write. */
function isOurNote(attributes: Record<string, string>, note: FdxNote): boolean {
  const ours: Record<string, string | undefined> = noteAttributes(note)
  return Object.entries({ ...ours, ...attributes }).every(
    ([name, value]) => name === 'Id' || (value || undefined) === ours[name],
  )
}

/** Drops the largest parts, then all parts, if the encoded text would be too long. */
async function encoded(kept: Kept): Promise<string | undefined> {
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
    if (text.length <= MAX_KEPT_LENGTH) return text
  }
  return undefined
}

/** Encodes what the imported text cannot express; undefined if there is nothing, or too much. */
export async function keptOf(
  root: XmlElement,
  content: XmlElement,
  notes: readonly PlacedScriptNote[],
  screenplay: Screenplay,
): Promise<string | undefined> {
  const exported = plainContent(screenplay)
  const ours = documentOf(screenplay, { content: exported })
  const title = titleOf(root, ours, screenplay)
  const kept: Kept = {
    root: root.attributes,
    parts: partsOf(root, ours).map(compactXml),
    ...(title && { title }),
    ...paragraphsOf(content, exported, new TypeStyles(root)),
    notes: notesOf(notes, exported),
    content: keysOf(exported).content,
  }
  const { parts, paragraphs, spellings } = kept
  const isNothing = [parts, paragraphs, spellings, kept.notes].every(({ length }) => length === 0)
  return isNothing && !title ? undefined : encoded(kept)
}
