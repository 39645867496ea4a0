import type { ElementType } from '../../elements.ts'
import { markedText } from '../../marked-text.ts'
import { spansFor } from '../spans.ts'
import type { ElementDraft } from '../../write/draft.ts'
import { joinLines, type WrittenLine } from './join.ts'

export type Paragraph = {
  type: ElementType
  lines: WrittenLine[]
  sceneNumber?: string
  dual?: 'left' | 'right'
}

/** Lines are never wrapped below these widths, in inches. Only types that may contain line breaks. */
const minWidths: Partial<Record<ElementType, number>> = {
  action: 4.5,
  centered: 4.5,
  dialogue: 2.6,
  lyrics: 2.6,
}
const MIN_DUAL_WIDTH = 2
/** In a proportional font, only a much shorter line is certain to end in an intended break. */
const WIDTH_FACTOR = { monospaced: 1.005, proportional: 0.8 }

const kindOf = ({ type, dual }: Paragraph) => `${type} ${dual ? 'dual' : ''}`

export function draftsOf(paragraphs: readonly Paragraph[], isMonospaced: boolean): ElementDraft[] {
  const widths = new Map<string, number>()
  for (const paragraph of paragraphs) {
    const kind = kindOf(paragraph)
    const longest = paragraph.lines.reduce((most, line) => Math.max(most, line.width), 0)
    widths.set(kind, Math.max(longest, widths.get(kind) ?? 0))
  }
  const factor = isMonospaced ? WIDTH_FACTOR.monospaced : WIDTH_FACTOR.proportional
  return paragraphs.map((paragraph) => {
    const { type, lines, sceneNumber, dual } = paragraph
    const min = dual ? MIN_DUAL_WIDTH : minWidths[type]
    const space = min ? Math.max(min, widths.get(kindOf(paragraph))!) * factor : 0
    const draft: ElementDraft = { type, text: markedText(spansFor(type, joinLines(lines, space))) }
    if (sceneNumber) draft.sceneNumber = sceneNumber
    if (dual) draft.dual = dual
    return draft
  })
}
