import type { EditorView } from '@codemirror/view'
import type { Edit } from '../../../../screenplay/editing.ts'
import type { Screenplay } from '../../../../screenplay/model.ts'
import {
  assignSceneNumbers,
  hasSceneNumbers,
  isOmitted,
  type Locks,
  locksOf,
  lockPages,
  lockSceneNumbers,
  omitScene,
  removeSceneNumbers,
  restoreScene,
  unlockPages,
  unlockSceneNumbers,
} from '../../../../screenplay/production.ts'
import type { Splice } from '../../../../screenplay/changes.ts'
import { logError } from '../../../lib/log.ts'
import { messages } from '../../../messages.ts'
import { changesOf } from '../../document/text/changes.ts'
import { editSpec, screenplayOf } from '../editor/typing/edits.ts'
import type { PageCommand } from '../editor/typing/page-commands.ts'

const { production } = messages.pageView

const change = (view: EditorView, splices: readonly Splice[]): boolean => {
  if (splices.length > 0) view.dispatch({ changes: changesOf(splices), userEvent: 'input' })
  return true
}

const changing = (make: (screenplay: Screenplay) => Splice[]) => (view: EditorView) =>
  change(view, make(screenplayOf(view.state)))

/** A command that edits the scene with the cursor. */
const inScene =
  (make: (screenplay: Screenplay, offset: number) => Edit | null) =>
  (view: EditorView): boolean => {
    const edit = make(screenplayOf(view.state), view.state.selection.main.head)
    if (edit) view.dispatch(editSpec(edit, 'input'))
    return true
  }

/** Laying out is not needed to write, so it is loaded on first use. */
function fixPages(view: EditorView): boolean {
  import('../../../lib/layout-and-formats.ts').then(
    ({ layout }) => change(view, lockPages(layout(screenplayOf(view.state)))),
    (error: unknown) => logError('The pages could not be locked.', error),
  )
  return true
}

type Command = Omit<PageCommand, 'label' | 'group' | 'isAvailable'> & {
  id: keyof typeof production.commands
  isOffered: (script: {
    locks: Locks
    screenplay: Screenplay
    omitted: boolean | undefined
  }) => boolean
}

const commands: readonly Command[] = [
  {
    id: 'numberScenes',
    run: changing(assignSceneNumbers),
    isOffered: () => true,
  },
  {
    id: 'removeNumbers',
    run: changing(removeSceneNumbers),
    isOffered: ({ locks, screenplay }) => !locks.sceneNumbers && hasSceneNumbers(screenplay),
  },
  {
    id: 'lockNumbers',
    run: changing(lockSceneNumbers),
    isOffered: ({ locks }) => !locks.sceneNumbers,
  },
  {
    id: 'unlockNumbers',
    run: changing(unlockSceneNumbers),
    isOffered: ({ locks }) => locks.sceneNumbers,
  },
  { id: 'omit', run: inScene(omitScene), isOffered: ({ omitted }) => omitted === false },
  { id: 'restore', run: inScene(restoreScene), isOffered: ({ omitted }) => omitted === true },
  { id: 'lockPages', run: fixPages, isOffered: ({ locks }) => !locks.pages },
  { id: 'lockNewPages', run: fixPages, isOffered: ({ locks }) => locks.pages },
  { id: 'unlockPages', run: changing(unlockPages), isOffered: ({ locks }) => locks.pages },
]

/** What a production draft needs; only what makes sense at the moment is offered. */
export const productionCommands: readonly PageCommand[] = commands.map(
  ({ id, run, isOffered }): PageCommand => ({
    id,
    label: production.commands[id],
    group: production.group,
    run,
    isAvailable: ({ state }) => {
      const screenplay = screenplayOf(state)
      const omitted = isOmitted(screenplay, state.selection.main.head)
      return isOffered({ locks: locksOf(screenplay), screenplay, omitted })
    },
  }),
)
