import {
  AlignmentType,
  BorderStyle,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
  type FileChild,
  LineRuleType,
  Tab,
  TabStopType,
  TextRun,
  UnderlineType,
} from 'docx'
import type { PrintedElement } from '../../model/elements.ts'
import { plainText } from '../../model/emphasis.ts'
import { widthOf } from '../../layout/wrap.ts'
import {
  CELL,
  type Columns,
  SCENE_NUMBER_LEFT,
  SCENE_NUMBER_RIGHT,
  type PageStyle,
} from '../../layout/columns.ts'
import { inches, LEFT, runsOf, LINE } from './styles.ts'
import { addedContinued } from '../../layout/continueds.ts'
import { printable } from '../fdx/paragraph-text.ts'

const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const noMargins = { top: 0, bottom: 0, left: 0, right: 0, marginUnitType: WidthType.DXA }

const styleOf = (element: PrintedElement) => {
  if (element.type === 'character') return 'DualCharacter'
  if (element.type === 'parenthetical') return 'DualParenthetical'
  return element.type === 'lyrics' ? 'DualLyrics' : 'DualDialogue'
}

/** Centers the name without its extensions; Word would center both together. */
function namePlace({ type, text }: PrintedElement, column: number) {
  const plain = plainText(text)
  const extension = plain.indexOf('(')
  if (type !== 'character' || extension < 0) return {}
  const width = inches(widthOf(plain.slice(0, extension).trimEnd()) * CELL)
  return { alignment: AlignmentType.LEFT, indent: { left: Math.max(0, (column - width) >> 1) } }
}

/** Dual dialogue is a table with two columns and no borders. */
function dualDialogue(elements: readonly PrintedElement[], columns: Columns): Table {
  const [left, right] = [columns.left.dialogue, columns.right.dialogue]
  const column = inches(left.width)
  const gap = inches(right.left - left.left) - column
  const side = (name: 'left' | 'right') => elements.filter(({ dual }) => dual === name)
  return new Table({
    layout: TableLayoutType.FIXED,
    columnWidths: [column + gap, column],
    width: { size: 2 * column + gap, type: WidthType.DXA },
    indent: { size: inches(left.left - LEFT), type: WidthType.DXA },
    margins: noMargins,
    borders: {
      top: none,
      bottom: none,
      left: none,
      right: none,
      insideHorizontal: none,
      insideVertical: none,
    },
    rows: [
      new TableRow({
        // Word still splits a speech that is longer than a page.
        cantSplit: true,
        children: [cell(side('left'), column, gap), cell(side('right'), column, 0)],
      }),
    ],
  })
}

const cell = (speech: readonly PrintedElement[], column: number, gap: number) =>
  new TableCell({
    width: { size: column + gap, type: WidthType.DXA },
    margins: { ...noMargins, right: gap },
    children:
      speech.length > 0
        ? speech.map(
            (element) =>
              new Paragraph({
                style: styleOf(element),
                ...namePlace(element, column),
                children: runsOf(element.text),
              }),
          )
        : [new Paragraph({ style: 'DualDialogue' })],
  })

/** Room for the scene number outside the text area. */
const NUMBER_OVERHANG = inches(0.5)

const styles = {
  'scene-heading': 'SceneHeading',
  action: 'Action',
  character: 'Character',
  parenthetical: 'Parenthetical',
  dialogue: 'Dialogue',
  lyrics: 'Lyrics',
  transition: 'Transition',
  centered: 'Centered',
} as const

/** The paragraphs and tables of the script. */
export function bodyOf(
  printed: readonly PrintedElement[],
  { setup, columns }: PageStyle,
): FileChild[] {
  const elements = printed.map((element, at) => {
    const added = addedContinued(printed, at, setup)
    return added === '' ? element : { ...element, text: element.text + added }
  })
  const body: FileChild[] = []
  let startsPage = true
  let breakPending = false
  for (let at = 0; at < elements.length; at += 1) {
    const element = elements[at]!
    if (element.type === 'page-break') {
      breakPending = body.length > 0
      continue
    }
    if (element.dual) {
      const end = endOfDual(elements, at)
      // Word merges adjacent tables that have no paragraph between them.
      if (breakPending || isDual(elements[at - 1])) body.push(spacer(breakPending))
      body.push(dualDialogue(elements.slice(at, end), columns))
      at = end - 1
      // Word requires a paragraph at the end of a document.
      if (end === elements.length) body.push(spacer(false))
    } else {
      body.push(
        paragraphOf(element, {
          style: styles[element.type],
          before: elements[at - 1],
          after: elements[at + 1],
          pageBreakBefore: breakPending,
          startsPage: startsPage || breakPending,
          columns,
        }),
      )
    }
    startsPage = false
    breakPending = false
  }
  return body.length > 0 ? body : [spacer(false)]
}

const isDual = (element: PrintedElement | undefined) => element?.dual !== undefined

function endOfDual(elements: readonly PrintedElement[], start: number): number {
  let end = start
  let right = false
  while (end < elements.length) {
    const { dual } = elements[end]!
    if (!dual || (right && dual === 'left')) break
    right = dual === 'right'
    end += 1
  }
  return end
}

/** An empty paragraph: nearly zero height to carry a page break, or one line between two tables. */
const spacer = (pageBreakBefore: boolean) =>
  new Paragraph({
    pageBreakBefore,
    spacing: { line: pageBreakBefore ? 20 : LINE, lineRule: LineRuleType.EXACT },
  })

const speechTypes = new Set(['character', 'parenthetical', 'dialogue', 'lyrics'])

/** Consecutive lyrics and centered lines have no space between them; lyrics may be part of a speech. */
function followsDirectly(
  { type, joinsPrevious }: PrintedElement,
  before: PrintedElement | undefined,
) {
  if (!before || !joinsPrevious) return false
  if (type === 'centered') return before.type === 'centered'
  return type === 'lyrics' && speechTypes.has(before.type)
}

type Context = {
  style: string
  before: PrintedElement | undefined
  after: PrintedElement | undefined
  pageBreakBefore: boolean
  startsPage: boolean
  columns: Columns
}

function paragraphOf(
  element: PrintedElement,
  { style, before, after, pageBreakBefore, startsPage, columns }: Context,
): Paragraph {
  const { spaceAbove = 0 } = element
  const spacing = {
    ...(followsDirectly(element, before) && { before: 0 }),
    ...(spaceAbove > 0 && { before: Math.round((columns.page.action.before + spaceAbove) * LINE) }),
    ...(startsPage && { before: 0 }),
    // Tables have no spacing of their own, so add the blank lines after the paragraph.
    ...(isDual(after) && { after: Math.round(columns.page.character.before * LINE) }),
  }
  const numbered = element.type === 'scene-heading' && element.sceneNumber
  return new Paragraph({
    style,
    ...(pageBreakBefore && { pageBreakBefore }),
    ...(Object.keys(spacing).length > 0 && { spacing }),
    // A page never starts with a transition.
    ...(after?.type === 'transition' && { keepNext: true }),
    ...(numbered
      ? withNumber(element.text, numbered, columns)
      : { children: runsOf(element.text) }),
  })
}

/** Scene numbers do not take on the style of the heading. */
const PLAIN = { bold: false, italics: false, underline: { type: UnderlineType.NONE } }

/** Scene numbers are printed in both margins. */
function withNumber(text: string, sceneNumber: string, { page }: Columns) {
  const number = printable(sceneNumber)
  const { left } = page['scene-heading']
  return {
    indent: {
      left: inches(left - LEFT),
      hanging: inches(Math.max(0, left - SCENE_NUMBER_LEFT)),
      right: -NUMBER_OVERHANG,
    },
    tabStops: [{ type: TabStopType.LEFT, position: inches(SCENE_NUMBER_RIGHT - LEFT) }],
    children: [
      new TextRun({ ...PLAIN, children: [number, new Tab()] }),
      ...runsOf(text),
      new TextRun({ ...PLAIN, children: [new Tab(), number] }),
    ],
  }
}
