import { type FileChild, LineRuleType, Paragraph, Tab, TabStopType, TextRun } from 'docx'
import { SCENE_NUMBER_LEFT, SCENE_NUMBER_RIGHT } from '../../layout/columns.ts'
import type { PrintedElement } from '../../elements.ts'
import { printable } from '../printable.ts'
import { dualDialogue } from './dual-dialogue.ts'
import { inches, LEFT, LINE } from './measures.ts'
import { runsOf } from './runs.ts'

/** So that the number beside a heading may stand outside the text. */
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

/** The script itself, element by element. */
export function bodyOf(elements: readonly PrintedElement[]): FileChild[] {
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
      // Word takes two tables without a paragraph between them for one.
      if (breakPending || isDual(elements[at - 1])) body.push(spacer(breakPending))
      body.push(dualDialogue(elements.slice(at, end)))
      at = end - 1
      // A document ends with a paragraph, not with a table.
      if (end === elements.length) body.push(spacer(false))
    } else {
      body.push(
        paragraphOf(element, {
          style: styles[element.type],
          before: elements[at - 1],
          after: elements[at + 1],
          pageBreakBefore: breakPending,
          startsPage: startsPage || breakPending,
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

/** Carries what a table cannot; as low as a page break needs, or as a blank line between two tables. */
const spacer = (pageBreakBefore: boolean) =>
  new Paragraph({
    pageBreakBefore,
    spacing: { line: pageBreakBefore ? 20 : LINE, lineRule: LineRuleType.EXACT },
  })

const spokenOrSung = new Set(['character', 'parenthetical', 'dialogue', 'lyrics'])

/** Lines of a song and centered lines follow each other closely; a song may begin inside a speech. */
function standsUnder({ type, joinsPrevious }: PrintedElement, before: PrintedElement | undefined) {
  if (!before || !joinsPrevious) return false
  if (type === 'centered') return before.type === 'centered'
  return type === 'lyrics' && spokenOrSung.has(before.type)
}

type Place = {
  style: string
  before: PrintedElement | undefined
  after: PrintedElement | undefined
  pageBreakBefore: boolean
  startsPage: boolean
}

function paragraphOf(
  element: PrintedElement,
  { style, before, after, pageBreakBefore, startsPage }: Place,
): Paragraph {
  const spacing = {
    ...(standsUnder(element, before) && { before: 0 }),
    ...(startsPage && { before: 0 }),
    // A table has no space before it of its own that would vanish at the top of a page.
    ...(isDual(after) && { after: LINE }),
  }
  const numbered = element.type === 'scene-heading' && element.sceneNumber
  return new Paragraph({
    style,
    ...(pageBreakBefore && { pageBreakBefore }),
    ...(Object.keys(spacing).length > 0 && { spacing }),
    // A page never starts with a transition.
    ...(after?.type === 'transition' && { keepNext: true }),
    ...(numbered ? withNumber(element.text, numbered) : { children: runsOf(element.text) }),
  })
}

/** The number stands on both sides, in the margins. */
function withNumber(text: string, sceneNumber: string) {
  const number = printable(sceneNumber)
  return {
    indent: { left: 0, hanging: inches(LEFT - SCENE_NUMBER_LEFT), right: -NUMBER_OVERHANG },
    tabStops: [{ type: TabStopType.LEFT, position: inches(SCENE_NUMBER_RIGHT - LEFT) }],
    children: [
      new TextRun({ children: [number, new Tab()] }),
      ...runsOf(text),
      new TextRun({ children: [new Tab(), number] }),
    ],
  }
}
