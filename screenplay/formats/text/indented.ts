import { splitNumber } from './paragraphs.ts'
import {
  isCue,
  isHeading,
  type Row,
  isPageMark,
  type Segment,
  rowText,
  type TitleLine,
  titleEntries,
} from './rows.ts'
import type { TitleEntry } from '../../model/elements.ts'
import { markedText } from '../../model/marked-text.ts'
import { defaultSetup, type PageSetup } from '../../layout/page-formats.ts'
import { pageSetupEntry } from '../../layout/page-setup.ts'
import type { ScreenplayDraft } from '../../model/write.ts'
import { type Imported, importedFrom } from '../imported.ts'
import { IndentReader } from './indent-reader.ts'

/** Tenths of an inch from the edge of the paper: where action usually begins, and the last place for dialogue. */
const USUAL = 15
const MAX_SPEECH = 28
/** Inches. */
const CUE_INDENT = 0.3

const tenth = (left: number) => Math.round(left * 10)

function mostCommon(values: readonly number[]): number | undefined {
  const counts = Map.groupBy(values, (value) => value)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

/** The left edge of action and headings, in inches; usually but not always 1.5. */
function baseOf(rows: readonly Row[]): number {
  const headings = rows.flatMap(({ segments }) =>
    segments.flatMap((segment) => {
      const heading = isHeading(segment.text) ? segment : splitNumber(segment)?.heading
      return heading && isHeading(heading.text) ? [tenth(heading.left)] : []
    }),
  )
  const lefts = rows.map(({ segments }) => tenth(segments[0]?.left ?? 0))
  const counts = Map.groupBy(lefts, (left) => left)
  const frequent = [...counts].filter(([, { length }]) => length * 10 >= lefts.length)
  const leftmost = Math.min(...frequent.map(([left]) => left))
  const edge = Number.isFinite(leftmost) ? leftmost : (lefts[0] ?? USUAL)
  return (mostCommon(headings) ?? (isOnlySpeech(rows, edge) ? USUAL : edge)) / 10
}

/** Whether nothing but cues and speeches is there, side by side or not: then no line begins at the left edge. */
function isOnlySpeech(rows: readonly Row[], edge: number): boolean {
  if (edge < USUAL || edge > MAX_SPEECH) return false
  return rows.some(({ segments }, n) => {
    const next = rows[n + 1]
    const [cue, dialogue] = [segments[0], next?.segments[0]]
    if (!next || !cue || !dialogue || next.blank > 0 || next.startsPage) return false
    const isIndented = cue.left - dialogue.left > CUE_INDENT && tenth(dialogue.left) <= edge + 1
    return isIndented && segments.every(({ text }) => isCue(text))
  })
}

/** Removes page numbers and (CONTINUED) from the top and bottom of pages. */
function withoutPageMarks(rows: readonly Row[]): Row[] {
  const kept: Row[] = []
  let startsPage = false
  let page: string | undefined
  for (const [n, row] of rows.entries()) {
    startsPage ||= row.startsPage
    page = row.page ?? page
    const isLast = n + 1 === rows.length || rows[n + 1]!.startsPage
    if ((startsPage || isLast) && isPageMark(row)) continue
    // Empty lines at the top of a page have no meaning either.
    kept.push(startsPage ? { ...row, startsPage, blank: 0, ...(page && { page }) } : row)
    startsPage = false
    page = undefined
  }
  return kept
}

/** Fewer rows say nothing about the spacing of a script. */
const MIN_ROWS = 8

/** Inches from the script's left edge. */
const DIALOGUE = { from: 0.35, to: 1.4 }
const CUE = 1.4

/** The same rows without the spacing of a double-spaced script, or of double-spaced dialogue. */
function singleSpaced(rows: readonly Row[], base: number) {
  if (isDoubleSpaced(rows)) {
    const halved = rows.map((row) => ({ ...row, blank: Math.max(0, (row.blank - 1) >> 1) }))
    return { rows: halved, isDialogueDouble: false }
  }
  const isDialogueDouble = hasDoubleSpacedDialogue(rows, base)
  return { rows: isDialogueDouble ? withSingleSpacedDialogue(rows, base) : rows, isDialogueDouble }
}

/** Whether the whole script is double-spaced: an empty row below each line, three between paragraphs. */
function isDoubleSpaced(rows: readonly Row[]): boolean {
  const blanks = rows.filter(({ startsPage }) => !startsPage).map(({ blank }) => blank)
  const share = (test: (blank: number) => boolean) => blanks.filter(test).length / blanks.length
  return (
    blanks.length >= MIN_ROWS &&
    share((blank) => blank === 0) < 0.05 &&
    share((blank) => blank === 1) > 0.2 &&
    share((blank) => blank >= 3) > 0.1
  )
}

const indentOf = ({ segments }: Row, base: number) => (segments[0]?.left ?? 0) - base

function isSpoken(row: Row, base: number): boolean {
  const indent = indentOf(row, base)
  const isParenthetical = row.segments[0]?.text.startsWith('(') === true
  return indent > DIALOGUE.from && (indent < DIALOGUE.to || isParenthetical)
}

const isCueRow = (row: Row, base: number) =>
  indentOf(row, base) > CUE && row.segments.length === 1 && isCue(row.segments[0]!.text)

/** Multi-camera television: an empty row above each line of dialogue, the first one included. */
function hasDoubleSpacedDialogue(rows: readonly Row[], base: number): boolean {
  let single = 0
  let double = 0
  for (const [n, row] of rows.entries()) {
    const next = rows[n + 1]
    if (!next || next.startsPage || !isCueRow(row, base) || !isSpoken(next, base)) continue
    if (next.blank === 0) single += 1
    else if (next.blank === 1) double += 1
  }
  return double > single
}

function withSingleSpacedDialogue(rows: readonly Row[], base: number): Row[] {
  let inSpeech = false
  return rows.map((row) => {
    const continues = inSpeech && isSpoken(row, base)
    inSpeech = continues || isCueRow(row, base)
    return continues && !row.startsPage ? { ...row, blank: Math.max(0, row.blank - 1) } : row
  })
}

const MIN_EMPTY_LINES = 6
const CENTER_TOLERANCE = 0.4
const LEFT_EDGE = 1.2

/** A first page is a title page if it starts far down, has no scene heading and has centered text. */
function splitTitlePage(rows: readonly Row[], paperWidth: number) {
  const isCentered = (left: number, right: number) =>
    left > LEFT_EDGE && Math.abs((left + right) / 2 - paperWidth / 2) < CENTER_TOLERANCE
  const end = rows.findIndex(({ startsPage }, n) => n > 0 && startsPage)
  const page = rows.slice(0, Math.max(0, end))
  const isTitlePage =
    (page[0]?.blank ?? 0) >= MIN_EMPTY_LINES &&
    !page.some((row) => isHeading(rowText(row))) &&
    page.some(({ segments }) => segments.some(({ left, right }) => isCentered(left, right)))
  if (!isTitlePage) return { title: [], script: rows }
  const title: (TitleLine & Pick<Segment, 'spans'>)[] = []
  for (const { segments, blank } of page) {
    if (blank > 0) title.push({ text: '', isCentered: false })
    for (const { text, left, right, spans } of segments) {
      title.push({ text, isCentered: isCentered(left, right), ...(spans && { spans }) })
    }
  }
  return { title, script: rows.slice(end) }
}

/** It is printed as it was, with an empty row above each line of dialogue. */
const doubleSpacedDialogue: PageSetup = { ...defaultSetup, formats: { dialogue: { spacing: 2 } } }

/** Imports a script from the positions of its lines. */
export function importRows(
  rows: readonly Row[],
  paperWidth?: number,
  locks?: Pick<TitleEntry, 'key' | 'values'>,
): Imported {
  const draft = draftOfRows(rows, paperWidth)
  return importedFrom(locks ? { ...draft, titlePage: [...(draft.titlePage ?? []), locks] } : draft)
}

/** `base` is the left edge of action, if it is known. */
export function draftOfRows(
  rows: readonly Row[],
  paperWidth = 8.5,
  base?: number,
): ScreenplayDraft {
  const { title, script } = splitTitlePage(rows, paperWidth)
  const body = withoutPageMarks(script)
  const edge = base ?? baseOf(body)
  const { rows: read, isDialogueDouble } = singleSpaced(body, edge)
  const entries = titleEntries(
    title.map(({ text, spans, isCentered }) => ({
      text: markedText(spans ?? [{ text }]),
      isCentered,
    })),
  )
  const setup = isDialogueDouble ? pageSetupEntry(doubleSpacedDialogue) : undefined
  return {
    titlePage: setup ? [...entries, setup] : entries,
    elements: new IndentReader(read, edge).read(),
  }
}
