import {
  type Sheet,
  PAGE_NUMBER_END,
  type Column,
  CELL,
  type PageStyle,
} from '../../layout/columns.ts'
import { type Span, spansOf } from '../../model/emphasis.ts'
import { printable } from '../fdx/paragraph-text.ts'
import {
  AlignmentType,
  LineRuleType,
  type IParagraphPropertiesOptions,
  type IStylesOptions,
  TextRun,
} from 'docx'

/** Inches to twips (twentieths of a point, 1440 per inch), Word's unit. */
export const inches = (length: number) => Math.round(length * 1440)

/** A row of 12 points. */
export const LINE = inches(1 / 6)

/** Left and right edge of the text, in inches from the left edge of the paper. */
export const LEFT = 1.5
const RIGHT = 7.5

/** Lines have the same width on all paper sizes; A4 gets a narrower right margin. */
export function pageOn({ width, height, lines, row, top, header }: Sheet) {
  return {
    size: { width: inches(width), height: inches(height) },
    margin: {
      top: inches(top),
      bottom: inches(height) - inches(top) - lines * inches(row),
      left: inches(LEFT),
      right: Math.max(0, inches(width) - inches(RIGHT)),
      header: inches(header),
      footer: inches(0.5),
      gutter: 0,
    },
  }
}

/** The title page is centered on the paper, so both margins are equal. */
export function titlePageOn(sheet: Sheet) {
  const { size, margin } = pageOn(sheet)
  return { size, margin: { ...margin, left: inches(1), right: inches(1) } }
}

/** Word indents, relative to the text area, from positions on the paper. */
const between = (left: number, right: number, first = 0) => ({
  indent: {
    left: inches(left - LEFT),
    right: inches(RIGHT - right),
    ...(first < 0 && { hanging: inches(-first) }),
    ...(first > 0 && { firstLine: inches(first) }),
  },
})

/** The fallback covers missing glyphs and has the same character width. */
export const FONT = 'Courier Prime'
export const FALLBACK_FONT = 'Courier New'

type RunStyle = { allCaps?: true; bold?: true; italics?: true; underline?: object }

type StyleDefinition = {
  id: string
  name: string
  /** The style of the next paragraph when typing in Word. */
  next?: string
  paragraph: IParagraphPropertiesOptions
  run?: RunStyle
}

const ALIGNMENTS = {
  left: AlignmentType.LEFT,
  right: AlignmentType.RIGHT,
  center: AlignmentType.CENTER,
}

const runOf = ({ capitals, bold, italic, underline }: Column): { run?: RunStyle } =>
  capitals || bold || italic || underline
    ? {
        run: {
          ...(capitals && { allCaps: true }),
          ...(bold && { bold: true }),
          ...(italic && { italics: true }),
          ...(underline && { underline: {} }),
        },
      }
    : {}

const keepTogether = { keepNext: true, keepLines: true }

/** The element's column as a paragraph style; `line`: the height of a row in Word's unit. */
function columnStyle(column: Column, line: number, rest: IParagraphPropertiesOptions = {}) {
  const { left, width, first, before, spacing, align, startsPage } = column
  return {
    paragraph: {
      ...between(left, left + width, first * CELL),
      spacing: { before: before * line, ...(spacing > 1 && { line: spacing * line }) },
      ...(align !== 'left' && { alignment: ALIGNMENTS[align] }),
      ...(startsPage && { pageBreakBefore: true }),
      ...rest,
    },
    ...runOf(column),
  }
}

/** For a cell of a dual dialogue. Needs no keep-together settings, because its table row is not split. */
function dualStyle(column: Column, line: number, indent = 0) {
  const { spacing, align } = column
  return {
    paragraph: {
      ...(indent > 0 && { indent: { left: inches(indent) } }),
      ...(spacing > 1 && { spacing: { line: spacing * line } }),
      ...(align !== 'left' && { alignment: ALIGNMENTS[align] }),
    },
    ...runOf(column),
  }
}

const definitionsOf = ({ columns }: PageStyle, line: number): StyleDefinition[] => [
  {
    id: 'SceneHeading',
    name: 'Scene Heading',
    next: 'Action',
    // The outline level makes scenes appear in Word's navigation pane.
    ...columnStyle(columns.page['scene-heading'], line, { ...keepTogether, outlineLevel: 0 }),
  },
  { id: 'Action', name: 'Action', ...columnStyle(columns.page.action, line) },
  {
    id: 'Character',
    name: 'Character',
    next: 'Dialogue',
    ...columnStyle(columns.page.character, line, keepTogether),
  },
  {
    id: 'Parenthetical',
    name: 'Parenthetical',
    next: 'Dialogue',
    ...columnStyle(columns.page.parenthetical, line, keepTogether),
  },
  {
    id: 'Dialogue',
    name: 'Dialogue',
    next: 'Character',
    ...columnStyle(columns.page.dialogue, line),
  },
  { id: 'Lyrics', name: 'Lyrics', ...columnStyle(columns.page.lyrics, line) },
  {
    id: 'Transition',
    name: 'Transition',
    next: 'SceneHeading',
    ...columnStyle(columns.page.transition, line, { keepLines: true }),
  },
  {
    id: 'Centered',
    name: 'Centered',
    next: 'Action',
    ...columnStyle(columns.page.centered, line),
  },
  {
    id: 'DualCharacter',
    name: 'Dual Character',
    next: 'DualDialogue',
    ...dualStyle(columns.left.character, line),
  },
  {
    id: 'DualParenthetical',
    name: 'Dual Parenthetical',
    next: 'DualDialogue',
    ...dualStyle(columns.left.parenthetical, line, 0.25),
  },
  { id: 'DualDialogue', name: 'Dual Dialogue', ...dualStyle(columns.left.dialogue, line) },
  { id: 'DualLyrics', name: 'Dual Lyrics', ...dualStyle(columns.left.lyrics, line) },
  ...['Title', 'Credit', 'Contact'].map((part) => ({
    id: `TitlePage${part}`,
    name: `Title Page ${part}`,
    paragraph: part === 'Contact' ? {} : { alignment: AlignmentType.CENTER },
  })),
  {
    id: 'ScriptPageNumber',
    name: 'Script Page Number',
    paragraph: { ...between(1.5, PAGE_NUMBER_END), alignment: AlignmentType.RIGHT },
  },
]

const paragraphStyle = (
  { id, name, next, paragraph, run }: StyleDefinition,
  everyParagraph: IParagraphPropertiesOptions['spacing'],
) => ({
  id,
  name,
  basedOn: 'Normal',
  quickFormat: true,
  ...(next && { next }),
  ...(run && { run }),
  paragraph: {
    widowControl: true,
    ...paragraph,
    spacing: { ...everyParagraph, ...paragraph.spacing },
  },
})

/** The styles of a page setup: every line is exactly a row high. */
export function stylesOf(style: PageStyle, { row }: Sheet): IStylesOptions {
  const line = inches(row)
  const everyParagraph = { line, lineRule: LineRuleType.EXACT, before: 0, after: 0 }
  return {
    default: {
      document: {
        run: { font: FONT, size: 24, language: { value: 'en-US' } },
        paragraph: { spacing: everyParagraph },
      },
    },
    paragraphStyles: [
      { id: 'Normal', name: 'Normal', quickFormat: true, run: { font: FONT, size: 24 } },
      ...definitionsOf(style, line).map((definition) => paragraphStyle(definition, everyParagraph)),
    ],
  }
}

/** Extended Latin, Greek and Cyrillic, which the embedded font lacks. */
const missingGlyphs =
  /([\u0100-\u0130\u0132-\u0151\u0154-\u024f\u0370-\u052f\u1c80-\u1c8f\u1d26-\u1d2b\u1e00-\u1fff\u2de0-\u2dff\ua640-\ua69f]+)/

/** Converts Fountain emphasis to Word runs; line breaks are kept. */
export function runsOf(text: string): TextRun[] {
  return spansOf(printable(text)).flatMap((span) =>
    span.text.split('\n').flatMap((line, n) => lineOf(line, span, n > 0)),
  )
}

function lineOf(line: string, span: Span, startsLine: boolean): TextRun[] {
  const formatting = {
    ...(span.bold && { bold: true }),
    ...(span.italic && { italics: true }),
    ...(span.underline && { underline: {} }),
  }
  const parts = missingGlyphs.test(line) ? line.split(missingGlyphs) : [line]
  return parts.flatMap((part, n) => {
    const begins = startsLine && n === 0
    if (part === '' && !begins) return []
    return new TextRun({
      text: part,
      ...formatting,
      ...(begins && { break: 1 }),
      ...(n % 2 === 1 && { font: FALLBACK_FONT }),
    })
  })
}
