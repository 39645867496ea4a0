import type { EditorState } from '@codemirror/state'
import type { WidgetType } from '@codemirror/view'
import {
  layout,
  dualBlocks,
  pageBreaks,
  rowStarts,
  columnOf,
} from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import type { PageLayout } from '../../../../web/features/page/editor/rows/page-layout.ts'
import { pageRows } from '../../../../web/features/page/editor/rows/page-rows.ts'
import { firstPrinted } from '../../../../web/features/page/editor/rows/row-decorations.ts'
import {
  DualDialogue,
  TitleSheets,
} from '../../../../web/features/page/editor/rows/printed-widgets.ts'
import {
  EmptyRows,
  rowBreak,
  SheetGap,
  SpacedRow,
} from '../../../../web/features/page/editor/rows/widgets.ts'

export function layoutOf(text: string): PageLayout {
  const pages = layout(parse(text))
  return {
    breaks: pageBreaks(pages),
    dual: dualBlocks(pages),
    titlePages: pages.titlePages,
    lastRows: pages.pages.at(-1)?.rows ?? 0,
  }
}

/** `page row element` of every printed row, as the layout has them. */
export function printedRows(text: string): string[] {
  const screenplay = parse(text)
  const dual = dualBlocks(layout(screenplay))
  return layout(screenplay).pages.flatMap(({ number, lines }) =>
    lines
      .filter(({ kind, element }) => kind === 'text' && !dual.some((block) => isIn(block, element)))
      .map(({ row, element }) => `${number} ${row} ${screenplay.elements.indexOf(element)}`),
  )
}

const isIn = (block: { from: number; to: number }, { start }: { start: number }) =>
  start >= block.from && start < block.to

type Mark = { from: number; to: number; widget: WidgetType | undefined }

function marksOf(state: EditorState): Mark[] {
  const found: Mark[] = []
  const { decorations, replaced } = state.field(pageRows)
  for (const set of [decorations, replaced])
    set.between(0, state.doc.length, (from, to, { spec }) => {
      found.push({ from, to, widget: spec.widget })
    })
  return found.toSorted((one, other) => one.from - other.from)
}

/** The same rows, counted from what the page shows: lines, row breaks, empty rows and gaps. */
export function displayedRows(state: EditorState): string[] {
  const { screenplay, layout: shown } = state.field(pageRows)
  const { source, elements } = screenplay
  const all = marksOf(state)
  const rows: string[] = []
  const first = firstPrinted(elements)
  let page = 1
  let row = 0
  for (const [index, { start, contentEnd, type, text }] of elements.entries()) {
    const before = index === 0 ? 0 : (elements[index - 1]?.contentEnd ?? 0)
    const own = all.filter(({ from }) => from >= before && (from < contentEnd || from === start))
    const isPrinted = columnOf(type) !== undefined && text.trim() !== ''
    const dual = shown.dual.find((block) => isIn(block, { start }))
    if (dual && dual.from !== start) continue
    const hidden = own.find(({ from, to, widget }) => to > from && !widget)
    const isTitle = own.some(({ widget }) => widget instanceof TitleSheets)
    const visible = hidden
      ? source.slice(before, hidden.from) + source.slice(hidden.to, start)
      : source.slice(before, start)
    // Lines above the first printed row do not count.
    if (index > first && isPrinted) row += visible.split('\n').length - 2
    for (const { from, widget } of own) {
      if (widget instanceof EmptyRows && from === start && index > first && isPrinted)
        row += widget.rows
    }
    const gaps = shown.breaks.filter(({ at }) =>
      own.some(({ from, widget }) => widget instanceof SheetGap && from === at),
    )
    const starts = new Set<number>([start])
    for (
      let at = source.indexOf('\n', start);
      at >= 0 && at < contentEnd;
      at = source.indexOf('\n', at + 1)
    )
      starts.add(at + 1)
    const spaced = new Map<number, number>()
    for (const { from, widget } of own) {
      const isSpaced = widget instanceof SpacedRow
      if (isSpaced) spaced.set(from, widget.spacing)
      if (widget === rowBreak || (isSpaced && widget.isWrap)) starts.add(from)
    }
    for (const { at } of gaps) starts.add(at)
    if (dual) {
      const widget = own.find((mark) => mark.widget instanceof DualDialogue)?.widget
      if (!widget) throw new Error('The dual dialogue is not drawn.')
      for (const gap of gaps) [page, row] = [gap.page, 0]
      const last = dual.pages.at(-1)
      ;[page, row] = [last?.page ?? page, (last?.row ?? 0) + (last?.rows ?? 0)]
      continue
    }
    if (!isPrinted) {
      for (const gap of gaps) [page, row] = [gap.page, 0]
      continue
    }
    // A note or boneyard over several lines shows in between, on rows that do not print.
    const printed = new Set(
      rowStarts(
        screenplay,
        index,
        gaps.map(({ at }) => at),
      ),
    )
    for (const from of printed) if (!starts.has(from)) throw new Error(`No row begins at ${from}.`)
    const sorted = [...starts].toSorted((one, other) => one - other)
    for (const [at, from] of sorted.entries()) {
      if (!printed.has(from)) continue
      const gap = gaps.find((one) => one.at === from)
      if (gap) [page, row] = [gap.page, 0]
      const shownText = source.slice(from, sorted[at + 1] ?? contentEnd)
      row += spaced.get(from) ?? 1
      if (shownText.trim() !== '') rows.push(`${page} ${row - 1} ${index}`)
    }
    if (isTitle && index === 0 && rows.length === 0) throw new Error('The title page is no row.')
  }
  return rows
}

/** Every decoration, as text. */
export function marks(state: EditorState): string {
  const all: string[] = []
  const { decorations, replaced } = state.field(pageRows)
  for (const set of [decorations, replaced])
    set.between(0, state.doc.length, (from, to, { spec }) => {
      all.push(
        `${from} ${to} ${spec.widget?.constructor.name ?? 'hidden'} ${spec.widget?.rows ?? ''}`,
      )
    })
  return all.join('\n')
}
