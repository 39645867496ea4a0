import type { ElementType } from '../model/elements.ts'
import type { Span } from '../model/emphasis.ts'
import { markedText } from '../model/marked-text.ts'
import type { ElementDraft, ScreenplayDraft } from '../model/write.ts'
import {
  type TitleLine,
  spansFor,
  spansText,
  isCue,
  isHeading,
  type Row,
  trimmedSpans,
  titleEntries,
} from './text/rows.ts'
import { draftOfRows } from './text/indented.ts'

/** Style names used by people and programs, normalized to lowercase letters. */
const types = new Map<string, ElementType>([
  ['sceneheading', 'scene-heading'],
  ['slugline', 'scene-heading'],
  ['slug', 'scene-heading'],
  ['scene', 'scene-heading'],
  ['action', 'action'],
  ['description', 'action'],
  ['general', 'action'],
  ['shot', 'action'],
  ['character', 'character'],
  ['charactername', 'character'],
  ['parenthetical', 'parenthetical'],
  ['wryly', 'parenthetical'],
  ['dialogue', 'dialogue'],
  ['dialog', 'dialogue'],
  ['lyrics', 'lyrics'],
  ['lyric', 'lyrics'],
  ['song', 'lyrics'],
  ['transition', 'transition'],
  ['centered', 'centered'],
])

const normalizeName = (style: string) => style.toLowerCase().replaceAll(/[^a-z]/g, '')

/** The element type a style name stands for. */
export const typeOfStyle = (style: string): ElementType | undefined =>
  types.get(normalizeName(style).replace(/^(?:screenplay|script|dual)/, ''))

const isTitleStyle = (style: string) => normalizeName(style).startsWith('titlepage')

const spoken = new Set<ElementType>(['character', 'parenthetical', 'dialogue', 'lyrics'])

/** Scene number, heading and scene number again, separated by tabs. */
const numbered = /^(\S{1,10})\t([^\t]*)\t\1$/

function draftOf(
  paragraph: StyledParagraph,
  type: ElementType,
  dual?: 'left' | 'right',
): ElementDraft {
  const [, sceneNumber, heading] = numbered.exec(spansText(paragraph.spans)) ?? []
  const inHeading = type === 'scene-heading' && sceneNumber && heading
  const spans = inHeading ? headingSpans(paragraph.spans) : paragraph.spans
  const text = markedText(spansFor(type, spans))
  return {
    type,
    text: type === 'action' ? text.trimEnd() : text.trim(),
    ...(inHeading && { sceneNumber }),
    ...(dual && spoken.has(type) && { dual }),
  }
}

/** The spans between the first and the last tab. */
function headingSpans(spans: readonly Span[]): Span[] {
  const tabs = spans.map(({ text }, n) => (text.includes('\t') ? n : -1)).filter((n) => n >= 0)
  const [first = 0, last = 0] = [tabs[0], tabs.at(-1)]
  if (first === last) return [{ text: spansText(spans).split('\t')[1] ?? '' }]
  const after = spans[first]!.text.slice(spans[first]!.text.indexOf('\t') + 1)
  const until = spans[last]!.text.slice(0, spans[last]!.text.lastIndexOf('\t'))
  return [
    { ...spans[first]!, text: after },
    ...spans.slice(first + 1, last),
    { ...spans[last]!, text: until },
  ].filter(({ text }) => text !== '')
}

const titleLine = ({ spans, format, above }: StyledParagraph): TitleLine[] => [
  ...(above > 0 ? [{ text: '', isCentered: false }] : []),
  { text: markedText(spans), isCentered: format.alignment === 'center' },
]

const MARGIN = 1.5
const TEXT_WIDTH = 6
const TAB = 0.5
const CELL = 0.1

/** Reads paragraphs by their style names, else by their indents; undefined if they have neither. */
export function draftOfParagraphs(
  paragraphs: readonly StyledParagraph[],
): ScreenplayDraft | undefined {
  const named = paragraphs.filter(({ style }) => typeOfStyle(style) !== undefined)
  const hasSpeech = named.some(({ style }) => typeOfStyle(style) === 'character')
  const hasScenes = named.some(({ style }) => typeOfStyle(style) === 'scene-heading')
  if (hasSpeech || hasScenes) return draftByStyles(paragraphs)
  const rows = rowsOf(paragraphs)
  const lefts = new Set(rows.map(({ segments }) => Math.round(segments[0]!.left * 5)))
  if (lefts.size > 2) return draftOfRows(rows)
  return isOnlySpeech(rows) ? draftOfRows(rows, undefined, MARGIN) : undefined
}

/** Whether there are only cues with dialogue: no row starts at the margin. */
function isOnlySpeech(rows: readonly Row[]): boolean {
  const [cue, dialogue] = rows.map(({ segments }) => segments[0]!)
  if (!cue || !dialogue || !isCue(cue.text)) return false
  const isIndented = rows.every(({ segments }) => segments[0]!.left >= MARGIN + TAB)
  return isIndented && cue.left - dialogue.left > TAB
}

function draftByStyles(paragraphs: readonly StyledParagraph[]): ScreenplayDraft {
  const title = titlePageParagraphs(paragraphs)
  const elements: ElementDraft[] = []
  for (const paragraph of paragraphs.slice(title.length)) {
    if (paragraph.startsPage && elements.length > 0) elements.push({ type: 'page-break', text: '' })
    if (spansText(paragraph.spans).trim() === '') continue
    const type = typeOfStyle(paragraph.style)
    const isCentered = (type ?? 'action') === 'action' && paragraph.format.alignment === 'center'
    elements.push(draftOf(paragraph, isCentered ? 'centered' : (type ?? 'action'), paragraph.side))
  }
  return { titlePage: titleEntries(title.flatMap(titleLine)), elements }
}

/** The paragraphs of the first page, if it is a title page. */
function titlePageParagraphs(paragraphs: readonly StyledParagraph[]): readonly StyledParagraph[] {
  const end = paragraphs.findIndex(({ startsPage }, n) => n > 0 && startsPage)
  const page = paragraphs.slice(0, Math.max(0, end))
  const isScript = page.some(
    ({ style, spans }) => typeOfStyle(style) !== undefined || isHeading(spansText(spans)),
  )
  const isTitle = page.some(
    ({ style, format }) => isTitleStyle(style) || format.alignment === 'center',
  )
  return isTitle && !isScript ? page : []
}

/** One row per paragraph, at the paragraph's indent. */
function rowsOf(paragraphs: readonly StyledParagraph[]): Row[] {
  const rows: Row[] = []
  let blank = 0
  let startsPage = true
  for (const paragraph of paragraphs) {
    startsPage ||= paragraph.startsPage
    const text = spansText(paragraph.spans)
    if (text.trim() === '') {
      blank += 1
      continue
    }
    const left = leftOf(paragraph, text)
    const spans = trimmedSpans(paragraph.spans)
    const segments = [{ text: text.trim(), left, right: left, spans }]
    rows.push({ segments, blank: blank + paragraph.above, startsPage })
    blank = 0
    startsPage = false
  }
  return rows
}

function leftOf({ format }: StyledParagraph, text: string): number {
  if (format.alignment === 'center') return MARGIN + TEXT_WIDTH / 2
  if (format.alignment === 'right' || format.alignment === 'end') return MARGIN + TEXT_WIDTH - 1
  const indent = /^[\t ]*/.exec(text)?.[0] ?? ''
  const tabs = indent.split('\t').length - 1
  return (
    MARGIN +
    (format.left ?? 0) +
    (format.firstLine ?? 0) +
    tabs * TAB +
    (indent.length - tabs) * CELL
  )
}

/** The text of all paragraphs; separated by empty lines unless the document has empty paragraphs. */
export function paragraphsText(paragraphs: readonly StyledParagraph[]): string {
  const texts = paragraphs.map(({ spans }) => spansText(spans))
  const hasEmpty = texts.some((text, n) => text.trim() === '' && n < texts.length - 1)
  return `${texts.join(hasEmpty ? '\n' : '\n\n')}\n`
}

/** The formatting that matters here; undefined where not specified. Lengths in inches. */
export type ParagraphFormat = {
  left?: number
  firstLine?: number
  right?: number
  alignment?: string
}

/** A paragraph of a word processor. */
export type StyledParagraph = {
  spans: Span[]
  /** The name of its style. */
  style: string
  format: ParagraphFormat
  /** Space before the paragraph, in lines. */
  above: number
  startsPage: boolean
  /** The column, in a two-column table. */
  side?: 'left' | 'right'
}
