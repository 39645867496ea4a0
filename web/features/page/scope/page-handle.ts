import { isolateHistory } from '@codemirror/commands'
import type { EditorView } from '@codemirror/view'
import { plainText, type Scene } from '../../../../screenplay/model.ts'
import { jump } from '../editor/jump.ts'
import { screenplayOf } from '../editor/typing/edits.ts'
import { describeScope } from './describe-scope.ts'
import type { ChangedPlace, PageHandle } from '../../document/scope/scope.ts'
import { sceneAtCursor, scenesRange } from './scene-ranges.ts'

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

/** The offset of the scene with this heading nearest to its old place, or else of the text. */
function placeOf(view: EditorView, { heading, place, text }: ChangedPlace): number | undefined {
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
  const line = text.split('\n').find((one) => one.trim() !== '')
  const at = line === undefined ? -1 : view.state.doc.toString().indexOf(line.trim())
  return at < 0 ? undefined : at
}

/** What other features can do on the page; `scenes` returns the scenes as last laid out. */
export const pageHandle = (view: EditorView, scenes: () => readonly Scene[]): PageHandle => ({
  scene() {
    const range = sceneAtCursor(view.state)
    return range && describeScope(range, view.state.doc.toString(), scenes())
  },
  insert: (text) => insert(view, text, paragraphEnd(view)),
  insertScene: (text) => insert(view, text, sceneEnd(view)),
  show(change) {
    const at = placeOf(view, change)
    if (at !== undefined) jump(view, at)
    return at !== undefined
  },
  focus: () => view.focus(),
  hasFocus: () => view.hasFocus,
})
