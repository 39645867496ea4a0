import type { Scene } from '../layout/scenes.ts'
import { characterName } from '../model/character-name.ts'
import type { Element, Screenplay } from '../model/elements.ts'
import { plainText } from '../model/emphasis.ts'
import { type Place, placeOf, type TimeOfDay, timeOf } from '../model/statistics.ts'
import { isForPrograms } from '../model/text-notes.ts'

/** A note such as `[[COLOR blue]]`, as Beat writes it. */
const colorNote = /^\s*color\s+(#?[\p{L}\p{N}]+)\s*$/iu
/** Keeps an idea an idea where a scene follows it. */
const ideaNote = /^\s*idea\s*$/i

/** The level of a section that stands for a scene which is not written yet. */
export const IDEA_DEPTH = 3

export type Note = { start: number; end: number; text: string }

/** The notes of a part of the source that is an element's own. */
export function notesIn(source: string, from: number, to: number): Note[] {
  const text = source.slice(from, to)
  const notes: Note[] = []
  for (let at = text.indexOf('[['); at >= 0; ) {
    const close = text.indexOf(']]', at + 2)
    if (close < 0) break
    notes.push({ start: from + at, end: from + close + 2, text: text.slice(at + 2, close) })
    at = text.indexOf('[[', close + 2)
  }
  return notes
}

const colorIn = (note: string): string | undefined => colorNote.exec(note)?.[1]?.toLowerCase()

const isSign = ({ text }: Note): boolean => isForPrograms(text)

type ItemKind = 'scene' | 'idea' | 'column' | 'group'

/**
 * A scene, from its heading to the next heading or section; or a section, with what follows it up to the next of
 * either. `contentEnd` is before the empty lines at its end. `first` is its element, `last` the one behind its last.
 */
export type Item = {
  kind: ItemKind
  start: number
  contentEnd: number
  end: number
  first: number
  last: number
  isMarked: boolean
}

const printed = (element: Element): boolean =>
  !['section', 'synopsis', 'note', 'boneyard'].includes(element.type)

/** The notes and synopses directly below the heading or the title of an item. */
export function headOf({ elements }: Screenplay, { first, last }: Item): Element[] {
  const head: Element[] = []
  for (let at = first + 1; at < last; at += 1) {
    const element = elements[at]
    if (element?.type !== 'synopsis' && element?.type !== 'note') break
    head.push(element)
  }
  return head
}

/** Where the signs of a card may be: in its heading, and in the notes directly below. */
const signsOf = (screenplay: Screenplay, item: Item): Note[] => {
  const { source, elements } = screenplay
  const heading = elements[item.first]
  const head = headOf(screenplay, item).filter(({ type }) => type === 'note')
  return [...(heading ? [heading] : []), ...head].flatMap(({ start, contentEnd }) =>
    notesIn(source, start, contentEnd),
  )
}

export const colorNoteOf = (screenplay: Screenplay, item: Item): Note | undefined =>
  signsOf(screenplay, item).find(({ text }) => colorNote.test(text))

export const ideaNoteOf = (screenplay: Screenplay, item: Item): Note | undefined =>
  signsOf(screenplay, item).find(({ text }) => ideaNote.test(text))

/** The scenes and sections of a script, in order and without gaps. */
export function itemsOf(screenplay: Screenplay): Item[] {
  const { elements, source } = screenplay
  const items: Item[] = []
  for (const [index, element] of elements.entries()) {
    const last = items.at(-1)
    const isItem = element.type === 'scene-heading' || element.type === 'section'
    if (last) {
      last[isItem ? 'end' : 'contentEnd'] = isItem ? element.start : element.contentEnd
      last.last = index + (isItem ? 0 : 1)
    }
    if (!isItem) continue
    const { start, contentEnd } = element
    const kind = element.type === 'scene-heading' ? 'scene' : 'group'
    const range = { start, contentEnd, end: source.length }
    items.push({ kind, ...range, first: index, last: index + 1, isMarked: false })
  }
  for (const [index, item] of items.entries()) {
    if (item.kind === 'scene') continue
    if (elements[item.first]?.depth === 1) item.kind = 'column'
    else if (isIdea(screenplay, item, items[index + 1])) item.kind = 'idea'
  }
  return items
}

/** A section of level 3 without a scene and without anything that prints, but with a synopsis or the note. */
function isIdea(screenplay: Screenplay, item: Item, next: Item | undefined): boolean {
  const { elements } = screenplay
  if (elements[item.first]?.depth !== IDEA_DEPTH) return false
  for (let at = item.first + 1; at < item.last; at += 1) {
    const element = elements[at]
    if (element && printed(element)) return false
  }
  item.isMarked = ideaNoteOf(screenplay, item) !== undefined
  if (item.isMarked) return true
  return next?.kind !== 'scene' && headOf(screenplay, item).some(({ type }) => type === 'synopsis')
}

const synopsisOf = (screenplay: Screenplay, item: Item): string =>
  headOf(screenplay, item)
    .flatMap(({ type, text }) => (type === 'synopsis' ? [plainText(text)] : []))
    .join('\n')

type Part = {
  /** Its place among the scenes and sections of the script. */
  index: number
  start: number
  contentEnd: number
  end: number
  heading: string
  synopsis: string
}

export type Card = Part & {
  kind: 'scene' | 'idea'
  /** The number in the heading, or else the scene's place in the script; empty for an idea. */
  number: string
  /** The name that its note gives it, in lower case. */
  color: string | null
  notes: number
  /** Who speaks, in order of appearance. */
  characters: string[]
  place: Place
  time: TimeOfDay
  /** In eighths of a page, as last laid out; null if that is not known, and for an idea. */
  eighths: number | null
}

/** A nested section: the title above the cards that follow it. */
export type Group = Part & { kind: 'group'; depth: number }

export type Column = {
  /** The section it is; null for what is above the first one. */
  section: Part | null
  parts: (Card | Group)[]
  /** The index of the next column, or else how many scenes and sections there are. */
  end: number
}

export type Board = { columns: Column[]; cards: Card[]; items: readonly Item[] }

type Lengths = readonly Pick<Scene, 'heading' | 'eighths'>[]

/** The script as cards in columns. `scenes` are those last laid out, which tell the lengths. */
export function boardOf(screenplay: Screenplay, scenes: Lengths = []): Board {
  const items = itemsOf(screenplay)
  const columns: Column[] = []
  const cards: Card[] = []
  let time: TimeOfDay = 'unknown'
  let sceneCount = 0
  for (const [index, item] of items.entries()) {
    const part = boardPart(screenplay, item, index)
    const { kind } = item
    if (kind === 'column') {
      const last = columns.at(-1)
      if (last) last.end = index
      columns.push({ section: part, parts: [], end: items.length })
      continue
    }
    let column = columns.at(-1)
    if (!column) {
      column = { section: null, parts: [], end: items.length }
      columns.push(column)
    }
    if (kind === 'group') {
      const depth = screenplay.elements[item.first]?.depth ?? 2
      column.parts.push({ ...part, kind, depth })
      continue
    }
    const isScene = kind === 'scene'
    if (isScene) time = timeOf(part.heading, time)
    const scene = isScene ? scenes[sceneCount] : undefined
    if (isScene) sceneCount += 1
    const card: Card = {
      ...part,
      kind,
      number: isScene ? (screenplay.elements[item.first]?.sceneNumber ?? String(sceneCount)) : '',
      color: colorIn(colorNoteOf(screenplay, item)?.text ?? '') ?? null,
      notes: notesOf(screenplay, item),
      characters: isScene ? speakersOf(screenplay, item) : [],
      place: isScene ? placeOf(part.heading) : 'unknown',
      time: isScene ? time : 'unknown',
      eighths: scene?.heading === part.heading ? scene.eighths : null,
    }
    column.parts.push(card)
    cards.push(card)
  }
  if (columns.length === 0) columns.push({ section: null, parts: [], end: 0 })
  return { columns, cards, items }
}

function boardPart(screenplay: Screenplay, item: Item, index: number): Part {
  const { start, contentEnd, end, first } = item
  const heading = plainText(screenplay.elements[first]?.text ?? '')
  return { index, start, contentEnd, end, heading, synopsis: synopsisOf(screenplay, item) }
}

function notesOf({ source, elements }: Screenplay, { first, last }: Item): number {
  let count = 0
  for (let at = first; at < last; at += 1) {
    const element = elements[at]
    if (!element || element.type === 'boneyard') continue
    for (const note of notesIn(source, element.start, element.contentEnd))
      if (!isSign(note)) count += 1
  }
  return count
}

function speakersOf({ elements }: Screenplay, { first, last }: Item): string[] {
  const names = new Set<string>()
  for (let at = first; at < last; at += 1) {
    const element = elements[at]
    if (element?.type === 'character') names.add(characterName(element.text))
  }
  names.delete('')
  return [...names]
}
