import { applySplices, type Splice, spliceBetween } from '../changes/splices.ts'
import { capitalsOf } from '../editing/element-flow.ts'
import { lineBreakOf, type Element, type Screenplay } from '../model/elements.ts'
import { isSceneHeading } from '../model/line-reader.ts'
import { reparse } from '../model/parse.ts'
import { arrange, behindLine, type BoardEdit, type NewPart } from './arrange.ts'
import {
  type Board,
  type Column,
  colorNoteOf,
  headOf,
  IDEA_DEPTH,
  ideaNoteOf,
  type Item,
  itemsOf,
  type Note,
  notesIn,
} from './board.ts'

/** Whether a text is read as the heading of a scene without being forced. */
const readsAsHeading = (text: string): boolean => isSceneHeading(text.trim())

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The source of a heading; a full stop forces one that would be read as something else. */
function headingLine(text: string): string {
  if (isSceneHeading(text) || /^\.[\p{L}\p{N}]/u.test(text)) return text
  return /^[\p{L}\p{N}]/u.test(text) ? `.${text}` : ''
}

const synopsisLines = (synopsis: string, lineBreak: string): string =>
  synopsis
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `= ${line}`)
    .join(lineBreak)

/**
 * Makes the splices if they change nothing but one part, and that part as `isRight` says. Otherwise what was typed has
 * markup that reaches further, and null is returned.
 */
function checked(
  screenplay: Screenplay,
  items: readonly Item[],
  index: number,
  splices: Splice[],
  isRight: (now: Screenplay, item: Item) => boolean,
): BoardEdit | null {
  if (splices.length === 0) return null
  const { source } = screenplay
  const changed = reparse(screenplay, applySplices(source, splices))
  const now = itemsOf(changed)
  const item = now[index]
  if (!item || now.length !== items.length) return null
  const areOthersSame = items.every((old, at) => {
    const its = now[at]
    if (!its || at === index) return true
    const length = old.contentEnd - old.start
    return (
      its.contentEnd - its.start === length &&
      (old.kind === 'scene') === (its.kind === 'scene') &&
      changed.source.startsWith(source.slice(old.start, old.contentEnd), its.start)
    )
  })
  if (!areOthersSame || !isRight(changed, item)) return null
  return { splices, at: [item.start] }
}

/** The splice that replaces a range by a text, without what both begin or end with. */
function replaced(source: string, start: number, end: number, text: string): Splice[] {
  const before = source.slice(start, end)
  if (before === text) return []
  const splice = spliceBetween(before, text)
  return [{ start: start + splice.start, end: start + splice.end, text: splice.text }]
}

/** A note, and the line that it is alone on, or else the space before it. */
function noteRange(source: string, { start, end }: Note): Splice {
  const from =
    Math.max(source.lastIndexOf('\n', start - 1), source.lastIndexOf('\r', start - 1)) + 1
  const { at } = behindLine(source, end, '')
  const isAlone = source.slice(from, start).trim() === '' && (at > end || end === source.length)
  if (isAlone && from > 0) return { start: from, end: at, text: '' }
  const space = source.charAt(start - 1) === ' ' ? 1 : 0
  return { start: start - space, end, text: '' }
}

/**
 * Writes another heading, or another title of a section. An idea becomes a scene if the text reads as a scene heading.
 * Scene number, notes and everything below stay. Headings are stored in capitals, as they are printed.
 */
export function setHeading(
  screenplay: Screenplay,
  index: number,
  text: string,
  language?: string,
): BoardEdit | null {
  const items = itemsOf(screenplay)
  const item = items[index]
  const element = item && screenplay.elements[item.first]
  const typed = oneLine(text)
  if (!item || !element || typed === '') return null
  const isScene = item.kind === 'scene' || (item.kind === 'idea' && readsAsHeading(typed))
  const { source } = screenplay
  const line = source.slice(element.start, element.contentEnd)
  const kept = keptOf(source, element)
  const number = element.sceneNumber === undefined ? '' : ` #${element.sceneNumber}#`
  const written = isScene ? headingLine(typed) : `${'#'.repeat(element.depth ?? 1)} ${typed}`
  if (written === '') return null
  const splices = replaced(source, element.start, element.contentEnd, written + number + kept)
  if (isScene && item.kind === 'idea') {
    const note = ideaNoteOf(screenplay, item)
    if (note && note.start >= element.contentEnd) splices.push(noteRange(source, note))
  }
  if (line === written + number + kept) return null
  const edit = checked(screenplay, items, index, splices, (_now, its) =>
    isScene ? its.kind === 'scene' : its.kind === item.kind,
  )
  return edit && isScene ? withCapitals(screenplay, index, edit, language) : edit
}

/** The notes and omitted text of a heading's line, which stay when the heading changes. */
function keptOf(source: string, { start, contentEnd }: Element): string {
  const notes = notesIn(source, start, contentEnd)
  return notes.map((note) => ` ${source.slice(note.start, note.end)}`).join('')
}

function withCapitals(
  screenplay: Screenplay,
  index: number,
  edit: BoardEdit,
  language: string | undefined,
): BoardEdit | null {
  const changed = reparse(screenplay, applySplices(screenplay.source, edit.splices))
  const item = itemsOf(changed)[index]
  const capitals = item ? capitalsOf(changed, item.first, language) : []
  const text = applySplices(changed.source, capitals)
  if (text === screenplay.source) return null
  return { ...edit, splices: [spliceBetween(screenplay.source, text)] }
}

/** Writes another synopsis, each line as `= ...`; an empty one is removed. */
export function setSynopsis(screenplay: Screenplay, index: number, text: string): BoardEdit | null {
  const items = itemsOf(screenplay)
  const item = items[index]
  const element = item && screenplay.elements[item.first]
  if (!item || !element) return null
  const { source } = screenplay
  const lineBreak = lineBreakOf(source)
  // An idea needs a synopsis, even if it has no words yet.
  const lines = synopsisLines(text, lineBreak) || (item.kind === 'idea' ? '=' : '')
  const head = headOf(screenplay, item)
  const [first, ...others] = head.filter(({ type }) => type === 'synopsis')
  const splices: Splice[] = []
  if (!first && (lines === '' || lines === '=')) return null
  if (!first) {
    // Below the colour, which stands directly below the heading.
    const above = [colorNoteOf(screenplay, item), ideaNoteOf(screenplay, item)]
    const end = Math.max(element.contentEnd, ...above.map((note) => note?.end ?? 0))
    const { at, lacks } = behindLine(source, end, lineBreak)
    splices.push({ start: at, end: at, text: lacks + lines + (lacks === '' ? lineBreak : '') })
  } else if (lines === '') splices.push(wholeLine(source, first))
  else splices.push(...replaced(source, first.start, first.contentEnd, lines))
  for (const other of others) splices.push(wholeLine(source, other))
  const typed = lines.split(/\r\n|[\r\n]/).map((line) => line.replace(/^=\s*/, ''))
  return checked(screenplay, items, index, joinedSplices(splices), (now, its) => {
    const written = headOf(now, its).filter(({ type }) => type === 'synopsis')
    const isKind = its.kind === item.kind
    if (lines === '') return isKind && written.length === 0
    return (
      isKind &&
      written.length === typed.length &&
      written.every((one, at) =>
        now.source.slice(one.start, one.contentEnd).endsWith(typed[at] ?? ''),
      )
    )
  })
}

const wholeLine = (source: string, { start, contentEnd }: Element): Splice => ({
  start,
  end: behindLine(source, contentEnd, '').at,
  text: '',
})

function joinedSplices(splices: readonly Splice[]): Splice[] {
  const joined: Splice[] = []
  for (const splice of splices) {
    const last = joined.at(-1)
    if (last?.end === splice.start) {
      last.end = splice.end
      last.text += splice.text
    } else joined.push({ ...splice })
  }
  return joined
}

/** Gives cards a colour by its name, or none. */
export function setColor(
  screenplay: Screenplay,
  indexes: readonly number[],
  color: string | null,
): BoardEdit | null {
  const items = itemsOf(screenplay)
  const { source, elements } = screenplay
  const lineBreak = lineBreakOf(source)
  const splices: Splice[] = []
  const chosen = new Set(indexes)
  for (const [index, item] of items.entries()) {
    const element = elements[item.first]
    if (!element || !chosen.has(index)) continue
    const note = colorNoteOf(screenplay, item)
    if (note && color !== null)
      splices.push(...replaced(source, note.start, note.end, `[[COLOR ${color}]]`))
    else if (note) splices.push(noteRange(source, note))
    else if (color !== null) {
      const { at, lacks } = behindLine(source, element.contentEnd, lineBreak)
      const text = `${lacks}[[COLOR ${color}]]${lacks === '' ? lineBreak : ''}`
      splices.push({ start: at, end: at, text })
    }
  }
  if (splices.length === 0) return null
  const changed = reparse(screenplay, applySplices(source, joinedSplices(splices)))
  const now = itemsOf(changed)
  const isRight =
    now.length === items.length &&
    items.every((item, index) => {
      const its = now[index]
      if (!its || its.kind !== item.kind) return false
      if (chosen.has(index)) {
        const text = colorNoteOf(changed, its)?.text ?? null
        return color === null ? text === null : text === `COLOR ${color}`
      }
      return changed.source.startsWith(source.slice(item.start, item.contentEnd), its.start)
    })
  if (!isRight) return null
  const at = now.flatMap(({ start }, index) => (chosen.has(index) ? [start] : []))
  return { splices: joinedSplices(splices), at }
}

/** What is typed on a new card: a scene if it reads as a scene heading, else an idea. */
export type NewCard = { heading: string; synopsis: string }

function cardPart({ heading, synopsis }: NewCard, lineBreak: string): NewPart | null {
  const title = oneLine(heading)
  if (title === '') return null
  const isScene = readsAsHeading(title)
  const lines = synopsisLines(synopsis, lineBreak) || (isScene ? '' : '=')
  const first = isScene ? title.toUpperCase() : `${'#'.repeat(IDEA_DEPTH)} ${title}`
  const text = lines === '' ? first : `${first}${lineBreak}${lines}`
  return { text, kind: isScene ? 'scene' : 'idea' }
}

/** Adds a card in front of the part at `to`. */
export function addCard(screenplay: Screenplay, to: number, card: NewCard): BoardEdit | null {
  const lineBreak = lineBreakOf(screenplay.source)
  const part = cardPart(card, lineBreak)
  if (!part) return null
  const next = itemsOf(screenplay)[to]
  const isMarked = part.kind === 'idea' && next?.kind === 'scene'
  return arrange(screenplay, { to, made: [isMarked ? marked(part, lineBreak) : part] })
}

const marked = ({ text, kind }: NewPart, lineBreak: string): NewPart => {
  const [title = '', ...rest] = text.split(lineBreak)
  return { text: [title, '[[IDEA]]', ...rest].join(lineBreak), kind }
}

/** A column of a template, with ideas on it. */
type TemplateColumn = {
  title: string
  synopsis: string
  ideas: readonly { title: string; synopsis: string }[]
}

const sameTitle = (one: string, other: string): boolean =>
  oneLine(one).toLowerCase() === oneLine(other).toLowerCase()

/**
 * The column that each column of a template stands for, if there are columns already: one with the same title, or if none
 * has, the one at the same place of as many. Null for those that are new.
 */
export function templateColumns(
  { columns }: Pick<Board, 'columns'>,
  template: readonly Pick<TemplateColumn, 'title'>[],
): (Column | null)[] {
  const there = columns.filter(({ section }) => section !== null)
  const left = new Set(there)
  const found = template.map(({ title }) => {
    const same = [...left].find(({ section }) => section && sameTitle(section.heading, title))
    if (same) left.delete(same)
    return same ?? null
  })
  const isNone = found.every((one) => one === null)
  return isNone && there.length === template.length ? there : found
}

/**
 * Adds the columns of a template behind everything that is there; or their ideas to the columns of `into` that they stand for,
 * if these lack them, and new columns beside those.
 */
export function addTemplate(
  screenplay: Screenplay,
  template: readonly TemplateColumn[],
  into: readonly (Column | null)[] = [],
): BoardEdit | null {
  const lineBreak = lineBreakOf(screenplay.source)
  const partsOf = (sign: string, { title, synopsis }: { title: string; synopsis: string }) =>
    [`${sign} ${title}`, synopsisLines(synopsis, lineBreak)].join(lineBreak)
  const last = itemsOf(screenplay).length
  const added = new Map<number, NewPart[]>()
  const add = (to: number, parts: NewPart[]) =>
    void added.set(to, [...(added.get(to) ?? []), ...parts])
  for (const [index, column] of template.entries()) {
    const there = into[index] ?? null
    const before = into.slice(0, index).findLast((one) => one !== null)
    const behind = into.slice(index).find((one) => one !== null)
    const known = there?.parts.map(({ heading }) => heading) ?? []
    const ideas = column.ideas
      .filter(({ title }) => !known.some((heading) => sameTitle(heading, title)))
      .map((idea): NewPart => ({ text: partsOf('###', idea), kind: 'idea' }))
    if (there) add(there.end, ideas)
    else {
      const to = before?.end ?? behind?.section?.index ?? last
      add(to, [{ text: partsOf('#', column), kind: 'section' }, ...ideas])
    }
  }
  let [grown, isRight] = [0, true]
  const all: BoardEdit = { splices: [], at: [] }
  for (const [to, made] of [...added].toSorted(([one], [other]) => one - other)) {
    if (made.length === 0) continue
    const edit = arrange(screenplay, { to, made })
    isRight &&= edit !== null
    if (!edit) continue
    all.splices.push(...edit.splices)
    all.at.push(...edit.at.map((at) => at + grown))
    for (const { start, end, text } of edit.splices) grown += text.length - (end - start)
  }
  return isRight && all.splices.length > 0 ? { ...all, splices: joinedSplices(all.splices) } : null
}

/** Adds a column in front of the part at `to`. */
export function addColumn(screenplay: Screenplay, to: number, title: string): BoardEdit | null {
  const name = oneLine(title)
  if (name === '') return null
  return arrange(screenplay, { to, made: [{ text: `# ${name}`, kind: 'section' }] })
}

/** The heading and the synopsis of a part as they are written, with their markup. */
export function writtenOf(screenplay: Screenplay, index: number): NewCard {
  const item = itemsOf(screenplay)[index]
  const heading = item && screenplay.elements[item.first]?.text
  const synopses = item ? headOf(screenplay, item).filter(({ type }) => type === 'synopsis') : []
  return { heading: heading ?? '', synopsis: synopses.map(({ text }) => text).join('\n') }
}

/** Writes another heading and another synopsis, as one change. */
export function editCard(
  screenplay: Screenplay,
  index: number,
  { heading, synopsis }: NewCard,
  language?: string,
): BoardEdit | null {
  const before = writtenOf(screenplay, index)
  let now = screenplay
  for (const step of [
    before.heading === oneLine(heading)
      ? null
      : (one: Screenplay) => setHeading(one, index, heading, language),
    before.synopsis === synopsis.trim()
      ? null
      : (one: Screenplay) => setSynopsis(one, index, synopsis),
  ]) {
    if (!step) continue
    const edit = step(now)
    // The same words, differently spaced, are no change.
    if (!edit) return null
    now = reparse(now, applySplices(now.source, edit.splices))
  }
  if (now.source === screenplay.source) return null
  const at = itemsOf(now)[index]?.start
  const splices = [spliceBetween(screenplay.source, now.source)]
  return { splices, at: at === undefined ? [] : [at] }
}
