import {
  type Element,
  isFinalDraft,
  elementIndexAt,
  type Excerpt,
} from '../../../../../screenplay/model.ts'
import {
  markupOf,
  columnOf,
  type PageStyle,
  pageStyleOf,
  addedToCue,
} from '../../../../../screenplay/layout.ts'
import type { Range } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { breaksWithin, pageMetrics } from './page-layout.ts'
import { pageRows } from './page-rows.ts'
import { pendingElement } from '../typing/edits.ts'
import { AddedText, noteMark } from './widgets.ts'

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

const hidden = Decoration.replace({})
const markup = Decoration.mark({ class: 'page-markup' })
const note = Decoration.replace({ widget: noteMark })
/** The note that fixes where a page begins is shown by the page itself. */
const isNote = (source: string) => source.startsWith('[[') && !source.startsWith('[[=== ')

const styles = new Map<string, Decoration>()

function styled(className: string): Decoration {
  const known = styles.get(className)
  if (known) return known
  const made = Decoration.mark({ class: className })
  styles.set(className, made)
  return made
}

/** Marks the paragraph that is being written. */
const activeLine = Decoration.line({ class: 'page-active' })

const lines = new Map<string, Decoration>()

function lineOf(type: string, side: Element['dual'], style = '', number?: string): Decoration {
  const key = `${type} ${side ?? ''} ${number ?? ''} ${style}`
  const known = lines.get(key)
  if (known) return known
  const made = Decoration.line({
    class: side ? `page-line page-${type} page-dual-${side}` : `page-line page-${type}`,
    attributes: {
      ...(style !== '' && { style }),
      ...(number !== undefined && { 'data-number': number }),
    },
  })
  lines.set(key, made)
  return made
}

const touches = (view: EditorView, from: number, to: number): boolean =>
  view.hasFocus && view.state.selection.ranges.some((range) => range.from <= to && range.to >= from)

/** Indents, emphasis and hidden markup of the visible text. */
function decorated(view: EditorView): DecorationSet {
  const { state } = view
  const { screenplay, layout } = state.field(pageRows)
  const { flows } = state.facet(pageMetrics)
  const pending = new Map(state.field(pendingElement).map(({ from, type }) => [from, type]))
  const made: Range<Decoration>[] = []
  const { current: elements, titlePage } = screenplay
  const pageStyle = pageStyleOf(screenplay)
  const styleOf = (type: Element['type'], side: Element['dual'], isFirst: boolean, text?: string) =>
    lineStyle(type, { side, isFirst, flows, text }, pageStyle)
  const titleEnd = titlePage.length > 0 ? (elements[0]?.start ?? state.doc.length) : 0

  const { head } = state.selection.main
  const active = elementIndexAt(elements, head)

  function lineDecorations(index: number, element: Element, from: number, to: number): void {
    const first = Math.max(element.start, from)
    const last = Math.min(Math.max(element.contentEnd, element.start), to)
    const side = flows ? undefined : element.dual
    const splits = breaksWithin(layout, element.start + 1, last)
    for (let line = state.doc.lineAt(first); ; line = state.doc.line(line.number + 1)) {
      const isStart = line.from <= element.start
      const type = pending.get(line.from) ?? element.type
      pending.delete(line.from)
      const style = styleOf(type, side, isStart, element.text)
      const number = isStart ? element.sceneNumber : undefined
      made.push(lineOf(type, side, style, number).range(line.from))
      if (index === active) made.push(activeLine.range(line.from))
      for (const { at } of splits)
        if (at > line.from && at < line.to)
          made.push(
            lineOf(element.type, side, styleOf(element.type, side, false, element.text)).range(at),
          )
      if (line.to >= last || line.number === state.doc.lines) break
    }
  }

  function textDecorations({ screenplay: near, at, first }: Excerpt, index: number): void {
    const added = addedToCue(near, index - first)
    if (added !== '') {
      const widget = Decoration.widget({ widget: new AddedText(added), side: 1 })
      made.push(widget.range(elements[index]?.contentEnd ?? 0))
    }
    const { styles: emphasised, hidden: unprinted } = markupOf(near, index - first)
    for (const { start, end, bold, italic, underline } of emphasised) {
      if (bold) made.push(styled('page-bold').range(at + start, at + end))
      if (italic) made.push(styled('page-italic').range(at + start, at + end))
      if (underline) made.push(styled('page-underline').range(at + start, at + end))
    }
    for (const range of unprinted) {
      const source = near.source.slice(range.start, range.end)
      const [start, end] = [at + range.start, at + range.end]
      if (touches(view, start, end) || source.includes('\n')) made.push(markup.range(start, end))
      else made.push((isNote(source) ? note : hidden).range(start, end))
    }
  }

  /** Hides the data kept from a Final Draft file, which is long and not meant to be read. */
  function keptDecorations(from: number, to: number): void {
    const entry = titlePage.find(isFinalDraft)
    if (!entry || to <= entry.start || from > entry.contentEnd) return
    const start = Math.max(from, entry.start + entry.key.length + 1)
    if (start < to && !touches(view, start, to)) made.push(hidden.range(start, to))
  }

  for (const { from, to } of view.visibleRanges) {
    for (let line = state.doc.lineAt(from); line.from < Math.min(titleEnd, to); ) {
      made.push(lineOf('title-text', undefined).range(line.from))
      keptDecorations(line.from, line.to)
      if (line.number === state.doc.lines) break
      line = state.doc.line(line.number + 1)
    }
    const begin = elementIndexAt(elements, from)
    const near = screenplay.excerpt({ from: begin, to: elementIndexAt(elements, to) + 1 })
    for (let index = begin; index < elements.length; index += 1) {
      const element = elements[index]
      if (!element || element.start > to) break
      lineDecorations(index, element, from, to)
      textDecorations(near, index)
    }
  }
  for (const [from, type] of pending)
    made.push(lineOf(type, undefined, styleOf(type, undefined, true)).range(from))
  return Decoration.set(made, true)
}

export const lineLook = ViewPlugin.define(
  (view) => ({
    decorations: decorated(view),
    update(update: ViewUpdate) {
      const { startState, state } = update
      const isMoved =
        update.docChanged ||
        update.viewportChanged ||
        update.selectionSet ||
        update.focusChanged ||
        startState.field(pageRows) !== state.field(pageRows) ||
        startState.field(pendingElement) !== state.field(pendingElement)
      if (!isMoved) return
      // Changing decorations around an IME composition would interrupt it.
      if (update.view.composing && !update.viewportChanged)
        this.decorations = this.decorations.map(update.changes)
      else this.decorations = decorated(update.view)
    },
  }),
  { decorations: ({ decorations }) => decorations },
)
