import type { ElementType } from '../../elements.ts'
import { markedText } from '../../marked-text.ts'
import type { ElementDraft } from '../../write/draft.ts'
import { joinLines, type WrittenLine } from './join.ts'

export type Paragraph = {
  type: ElementType
  lines: WrittenLine[]
  sceneNumber?: string
  dual?: 'left' | 'right'
}

/** Nobody wraps lines shorter than these inches; only where a line may end by itself. */
const leastWidths: Partial<Record<ElementType, number>> = {
  action: 4.5,
  centered: 4.5,
  dialogue: 2.6,
  lyrics: 2.6,
}
const LEAST_DUAL_WIDTH = 2
/** With letters of many widths only a much shorter line is surely meant to be one. */
const SURE = { monospaced: 1.005, proportional: 0.8 }

const kindOf = ({ type, dual }: Paragraph) => `${type} ${dual ? 'dual' : ''}`

export function draftsOf(paragraphs: readonly Paragraph[], isMonospaced: boolean): ElementDraft[] {
  const widths = new Map<string, number>()
  for (const paragraph of paragraphs) {
    const kind = kindOf(paragraph)
    const longest = paragraph.lines.reduce((most, line) => Math.max(most, line.width), 0)
    widths.set(kind, Math.max(longest, widths.get(kind) ?? 0))
  }
  const share = isMonospaced ? SURE.monospaced : SURE.proportional
  return paragraphs.map((paragraph) => {
    const { type, lines, sceneNumber, dual } = paragraph
    const least = dual ? LEAST_DUAL_WIDTH : leastWidths[type]
    const space = least ? Math.max(least, widths.get(kindOf(paragraph))!) * share : 0
    const draft: ElementDraft = { type, text: markedText([{ text: joinLines(lines, space) }]) }
    if (sceneNumber) draft.sceneNumber = sceneNumber
    if (dual) draft.dual = dual
    return draft
  })
}
