import {
  AlignmentType,
  LineRuleType,
  type IParagraphPropertiesOptions,
  type IStylesOptions,
} from 'docx'
import { PAGE_NUMBER_END, type Column } from '../../layout/columns.ts'
import { CELL, type Sheet } from '../../layout/paper.ts'
import type { PageStyle } from '../../layout/page-style.ts'
import { between, inches } from './measures.ts'

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
