import { EditorView } from '@codemirror/view'
import { plainText } from '../../../../screenplay/model.ts'
import { nearestWords, onlyPlace } from '../../../../screenplay/changes.ts'
import type { Scene } from '../../../../screenplay/layout.ts'
import type { ShowCard } from '../../board/board-control.ts'
import { describeScope } from './page-scope.ts'
import type { ChangedPlace, PageHandle, TextRange } from '../../document/scope/scope.ts'
import { isolateHistory } from '@codemirror/commands'
import { changesOf } from '../../document/text/changes.ts'
import { jump, screenplayOf } from '../editor/typing/edits.ts'
import type { EditorState } from '@codemirror/state'
import { pageMetrics } from '../editor/rows/page-layout.ts'
import { pageRows } from '../editor/rows/page-rows.ts'

/** Where the scenes begin, in the text as it is at this moment. */
const headingsOf = (state: EditorState): number[] =>
  state
    .field(pageRows)
    .screenplay.current.filter(({ type }) => type === 'scene-heading')
    .map(({ start }) => start)

/** From one scene to the end of another, by their places in the script. */
export function scenesRange(state: EditorState, from: number, to: number): TextRange | null {
  const headings = headingsOf(state)
  const start = headings[from]
  return start === undefined ? null : { start, end: headings[to + 1] ?? state.doc.length }
}

/** The scene with the cursor; null above the first. */
function sceneAtCursor(state: EditorState): TextRange | null {
  const { head } = state.selection.main
  const index = headingsOf(state).findLastIndex((start) => start <= head)
  return index < 0 ? null : scenesRange(state, index, index)
}

/** The end of the paragraph with the cursor, so that nothing is inserted in the middle of one. */
function paragraphEnd({ state: { doc, selection } }: EditorView): number {
  let line = doc.lineAt(selection.main.head)
  while (line.text.trim() !== '' && line.number < doc.lines) {
    const next = doc.line(line.number + 1)
    if (next.text.trim() === '') break
    line = next
  }
  return line.to
}

const blanksToAdd = (newlines: number) => '\n'.repeat(Math.max(0, 2 - newlines))

/** The end of the scene with the cursor, or of what precedes the first one. */
const sceneEnd = ({ state }: EditorView): number =>
  sceneAtCursor(state)?.end ?? scenesRange(state, 0, 0)?.start ?? state.doc.length

function insert(view: EditorView, text: string, at: number): void {
  const before = view.state.sliceDoc(0, at)
  const after = view.state.sliceDoc(at)
  const isFirst = before.trim() === ''
  const lead = isFirst ? '' : blanksToAdd(/\n*$/.exec(before)?.[0].length ?? 0)
  const tail = after.trim() === '' ? '' : blanksToAdd(/^\n*/.exec(after)?.[0].length ?? 0)
  const inserted = lead + text.trim()
  view.dispatch({
    changes: { from: at, insert: inserted + tail },
    selection: { anchor: at + inserted.length },
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
    // Counts as pasted, not typed: the origin of the text is determined from its content.
    userEvent: 'input.paste',
  })
  view.focus()
}

/** So many lines of a change are looked for. */
const MOST_LINES = 200

/** The offset of the scene with this heading nearest to its old place, or else of the text. */
function changePlace(view: EditorView, { heading, place, text }: ChangedPlace): number | undefined {
  const headings = screenplayOf(view.state).elements.filter(({ type }) => type === 'scene-heading')
  const far = (index: number) => Math.abs(index - ((place ?? 1) - 1))
  const [nearest] = headings
    .flatMap(({ text: name, start }, index) =>
      plainText(name).trim().toUpperCase() === heading.trim().toUpperCase()
        ? [{ start, index }]
        : [],
    )
    .toSorted((one, other) => far(one.index) - far(other.index))
  if (nearest) return nearest.start
  const script = view.state.doc.toString()
  const whole = text.trim() === '' ? undefined : nearestWords(script, text.trim(), 0)
  if (whole !== undefined) return whole
  // A name or a short answer is in many scenes: the longest line that is there once says where it is.
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MOST_LINES)
    .filter((line) => script.includes(line))
  const line = lines.find((one) => onlyPlace(script, one) !== undefined) ?? lines[0]
  return line === undefined ? undefined : nearestWords(script, line, 0)
}

/** The first words like these in the scenes with a heading, or else in the script. */
function foundWords(view: EditorView, quote: string, heading: string): TextRange | null {
  const words = quote.replaceAll(/\r\n?/g, '\n')
  const { source, elements } = screenplayOf(view.state)
  const headings = elements.filter(({ type }) => type === 'scene-heading')
  const parts = headings.flatMap(({ text, start }, index) =>
    plainText(text).trim() === heading ? [{ start, end: headings[index + 1]?.start }] : [],
  )
  for (const { start, end } of [...parts, { start: 0, end: undefined }]) {
    const at = nearestWords(source.slice(start, end), words, 0)
    if (at !== undefined) return { start: start + at, end: start + at + words.length }
  }
  return null
}

/** On a phone near the top, since what is said about it opens below; else in the middle. */
const revealed = ({ state, scrollDOM }: EditorView, length: number) =>
  state.facet(pageMetrics).flows || length > 1_000
    ? ({ y: 'start', yMargin: Math.min(96, scrollDOM.clientHeight / 4) } as const)
    : ({ y: 'center' } as const)

/** What other features can do on the page; `scenes` returns the scenes as last laid out. */
export const pageHandle = (
  view: EditorView,
  scenes: () => readonly Scene[],
  renameCharacter: PageHandle['renameCharacter'],
): PageHandle => ({
  renameCharacter,
  scene() {
    const range = sceneAtCursor(view.state)
    return range && describeScope(range, view.state.doc.toString(), scenes())
  },
  insert: (text) => insert(view, text, paragraphEnd(view)),
  insertScene: (text) => insert(view, text, sceneEnd(view)),
  show(change) {
    const at = changePlace(view, change)
    if (at !== undefined) jump(view, at)
    return at !== undefined
  },
  showWords(quote, heading) {
    const found = foundWords(view, quote, heading)
    if (found) jump(view, found.start, found.end)
    return found !== null
  },
  reveal({ start, end }) {
    const anchor = Math.min(start, view.state.doc.length)
    view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, revealed(view, end - start)),
      userEvent: 'select.reveal',
    })
  },
  selected() {
    const { doc, selection } = view.state
    const { from, to, head, empty } = selection.main
    const line = doc.lineAt(head)
    return empty ? { start: line.from, end: line.to } : { start: from, end: to }
  },
  change: (splices, origin) =>
    view.dispatch({
      changes: changesOf(splices),
      annotations: isolateHistory.of('full'),
      userEvent: origin === 'typed' ? 'input.notes' : 'input.paste',
    }),
  focus: () => view.focus(),
  hasFocus: () => view.hasFocus,
})

/** The board in place of the page. */
export type BoardHandle = Pick<PageHandle, 'focus' | 'hasFocus'> & {
  leave: () => void
  showCard: ShowCard
}

/** While the board is shown: what has a card is shown there, other things lead back to the page. */
export const onBoard = (page: PageHandle, view: EditorView, board: BoardHandle): PageHandle => ({
  ...page,
  insert(text) {
    board.leave()
    page.insert(text)
  },
  insertScene(text) {
    board.leave()
    page.insertScene(text)
  },
  show(change) {
    board.leave()
    return page.show(change)
  },
  showWords(quote, heading) {
    const found = foundWords(view, quote, heading)
    if (!found || board.showCard(found.start, 'focus')) return found !== null
    board.leave()
    return page.showWords(quote, heading)
  },
  reveal(range) {
    page.reveal(range)
    board.showCard(range.start, 'look')
  },
  focus: board.focus,
  hasFocus: board.hasFocus,
})
