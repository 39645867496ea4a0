import type { ElementDraft } from '../../write/draft.ts'
import { readPageBreak } from '../../parse/line-kinds.ts'
import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn } from '../xml-tree.ts'
import type { Beside } from './content.ts'
import { BLOCK_LENGTH, linesIn, rawTextOf } from '../../final-draft/paragraph-text.ts'

const range = /^\s*(\d{1,9})\s*,\s*(\d{1,9})\s*$/

export type PlacedScriptNote = {
  xml: XmlElement
  draft: ElementDraft
  /** The paragraph in which it begins, and its range from the start of that paragraph. */
  paragraph: number
  start: number
  end: number
}

const isBlock = (paragraph: XmlElement) =>
  paragraph.name === 'DualDialogue' ||
  childNamed(paragraph, 'DualDialogue') !== undefined ||
  childNamed(paragraph, 'OmittedScene') !== undefined

const lengthOf = (paragraph: XmlElement) =>
  rawTextOf(paragraph).length + (isBlock(paragraph) ? BLOCK_LENGTH : 0)

/** Where each paragraph begins, in characters; `extra` is the result of `joinLines`. */
export function startsOf(content: XmlElement, extra: ReadonlyMap<XmlElement, number>): number[] {
  let at = 0
  return elementsIn(content).map((paragraph) => {
    const start = at
    at += lengthOf(paragraph) + (extra.get(paragraph) ?? 0) + 1
    return start
  })
}

/** The last paragraph that begins at or before a position. */
export function paragraphAt(starts: readonly number[], position: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= position) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

function draftOf(note: XmlElement): ElementDraft {
  const { Type: type, Name: name = '' } = note.attributes
  const text = linesIn(note)
  // The export writes sections, numbered page breaks and synopses as notes.
  if (type === 'Section' && /^#{1,6}$/.test(name)) {
    return { type: 'section', text: text.replaceAll('\n', ' '), depth: name.length }
  }
  if (type === 'Page') {
    const isNumber = readPageBreak(`=== ${text}`) !== undefined
    // Of locked pages, which are not read, only those that stand for cut ones are written: 2-3.
    return isNumber
      ? { type: 'page-break', text: '', pageNumber: text }
      : { type: 'note', text: '' }
  }
  return type === 'Synopsis' && name === ''
    ? { type: 'synopsis', text: text.replaceAll('\n', ' ') }
    : { type: 'note', text }
}

/** The notes of a script, with the paragraphs that their ranges refer to. */
export function scriptNotesIn(root: XmlElement, starts: readonly number[]): PlacedScriptNote[] {
  return elementsIn(childNamed(root, 'ScriptNotes'))
    .filter(({ name }) => name === 'ScriptNote')
    .map((xml) => {
      const [, from, to] = range.exec(xml.attributes['Range'] ?? '') ?? []
      const paragraph = paragraphAt(starts, Number(from ?? 0))
      const first = starts[paragraph] ?? 0
      const start = Number(from ?? 0) - first
      return { xml, draft: draftOf(xml), paragraph, start, end: Number(to ?? from ?? 0) - first }
    })
    .filter(({ draft }) => draft.text !== '' || draft.type === 'page-break')
}

/** Sections, synopses and numbered pages stand above their paragraph, notes below it. */
export function besideParagraphs(notes: readonly PlacedScriptNote[]): Map<number, Beside> {
  const beside = new Map<number, Beside>()
  for (const { draft, paragraph } of notes) {
    const here = beside.get(paragraph) ?? { above: [], below: [] }
    const side = draft.type === 'note' ? here.below : here.above
    side.push(draft)
    beside.set(paragraph, here)
  }
  return beside
}
