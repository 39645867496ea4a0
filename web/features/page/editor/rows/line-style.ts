import type { Element } from '../../../../../screenplay/model.ts'
import { columnOf, type PageStyle } from '../../../../../screenplay/layout.ts'

/** The left margin and the width of the text in page.css. */
const MARGIN = 1.5
const TEXT_CELLS = 61

const cells = (inches: number) => Math.round(inches * 1000) / 100

type Place = { side: Element['dual']; isFirst: boolean; flows: boolean; text?: string | undefined }

/** Where a line is and how its letters look, if the script has a page setup of its own; page.css has the usual one. */
export function lineStyle(
  type: Element['type'],
  { side, isFirst, flows, text }: Place,
  { setup, columns }: PageStyle,
): string {
  if (Object.keys(setup.formats).length === 0 && !setup.texts) return ''
  const column = columnOf(type, side, columns, text)
  if (!column) return ''
  const { left, width, align, first, capitals, bold, italic, underline } = column
  const look = [
    `text-transform: ${capitals ? 'uppercase' : 'none'}`,
    `font-style: ${italic ? 'italic' : 'normal'}`,
    ...(bold ? ['font-weight: 700'] : []),
    ...(underline ? ['text-decoration: underline', 'text-underline-offset: 2px'] : []),
  ]
  if (flows) return look.join('; ')
  const indent = cells(left - MARGIN)
  const after = TEXT_CELLS - cells(left + width - MARGIN)
  return [
    `padding-left: calc(var(--cell) * ${Math.max(0, indent)})`,
    ...(indent < 0 ? [`margin-left: calc(var(--cell) * ${indent})`] : []),
    // Left-aligned lines are wrapped by the layout and need no right padding.
    `padding-right: ${align === 'left' ? '0' : `calc(var(--margin-right) + var(--cell) * ${after})`}`,
    `text-indent: calc(var(--cell) * ${isFirst ? first : 0})`,
    `text-align: ${align}`,
    ...look,
  ].join('; ')
}
