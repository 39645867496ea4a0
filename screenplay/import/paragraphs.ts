import type { ElementDraft, ScreenplayDraft } from '../write/draft.ts'
import { draftOf, isTitleStyle, titleLine, typeOfStyle } from './by-style.ts'
import { draftOfRows } from './indented.ts'
import { isCue, isHeading, type Row } from './indents/rows.ts'
import { spansText, trimmedSpans } from './spans.ts'
import type { StyledParagraph } from './styled-paragraph.ts'
import { titleEntries } from './title-lines.ts'

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
export function textOf(paragraphs: readonly StyledParagraph[]): string {
  const texts = paragraphs.map(({ spans }) => spansText(spans))
  const hasEmpty = texts.some((text, n) => text.trim() === '' && n < texts.length - 1)
  return `${texts.join(hasEmpty ? '\n' : '\n\n')}\n`
}
