import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { lazyExtra, loadedPart, useLoadedPart } from '../../lib/loading/loaded-part.ts'
import { useStore } from '../../lib/store.ts'
import { messages as words } from '../../messages.ts'
import { SplitHandle, useStoredWidth, type WidthLimits } from '../../ui/layout/split-handle.tsx'
import { LearningLoop, useLearningLoop } from '../chat/api/learning-loop.ts'
import type { Chat } from '../chat/use-chat.ts'
import { useSession } from '../document/session.tsx'
import type { SidePanelName } from '../document/side-panel.ts'
import { type Notes, NotesProvider } from '../notes/notes-context.ts'
import { useAnswerReviews } from '../review/use-answer-reviews.ts'
import { ChatPanel } from './chat-panel.tsx'
import type { EditorContext } from './editor-context.ts'
import type { EditorControl } from './editor-control.ts'
import type { useAuthorship } from './state/use-authorship.tsx'
import type { View } from './state/view-choice.ts'
import { PagePanel } from './views/page-panel.tsx'

const loadSidePanels = () => import('./views/side-panel-slot.tsx')
// Not with Suspense: React shows what has suspended 300 ms later, even if it is there at once.
const sidePanelSlot = loadedPart(async () => (await loadSidePanels()).SidePanelSlot)

function SidePanels(props: ComponentProps<NonNullable<typeof sidePanelSlot.part>>) {
  const { Part } = useLoadedPart(sidePanelSlot)
  return Part && <Part {...props} />
}

/** How long opening the editor is left alone. */
const QUIET = 1_000

/** Loads the panels when nothing else is going on, so that they open at once, also without a connection. */
export function preloadSidePanels(): () => void {
  const timer = setTimeout(() => {
    // What cannot be loaded now is loaded, or its failure shown, when it is opened.
    Promise.all([
      sidePanelSlot.load(),
      loadSidePanels().then(({ loadPanels }) => loadPanels()),
    ]).catch(() => undefined)
  }, QUIET)
  return () => clearTimeout(timer)
}

const NoteSheet = lazyExtra(async () => (await import('../notes/note-sheet.tsx')).NoteSheet)

const CHAT_WIDTH: WidthLimits = {
  stored: 'script-writer-chat-width',
  first: 360,
  min: 320,
  max: 720,
}

/** Pixels of `w-71`. */
const SIDEBAR_WIDTH = 284

/** What was clicked to come here is gone, and with it the focus. */
const takeFocus = (main: HTMLElement | null): void => {
  if (document.activeElement === document.body) main?.focus({ preventScroll: true })
}

type EditorRowProps = {
  editor: EditorControl
  chat: Chat
  context: EditorContext
  authorship: ReturnType<typeof useAuthorship>
  notes: Notes
  view: View
  panel: SidePanelName | null
  /** Beside the rest, where there is room. */
  sidebar: ReactNode
  onExamples: (() => void) | undefined
}

/** Sidebar, chat, page and panel, side by side. */
export function EditorRow(props: EditorRowProps) {
  const { editor, notes, view, panel, sidebar } = props
  const { userId, text } = useSession()
  const isFocusMode = useStore(editor.state, (state) => state.isFocusMode)
  const [row, setRow] = useState<HTMLElement | null>(null)
  const split = useStoredWidth(CHAT_WIDTH)
  const reviews = useAnswerReviews(userId, text.workId, text.working)
  return (
    <div ref={setRow} className="relative flex min-h-0 flex-1">
      {sidebar && !isFocusMode && (
        <aside
          aria-label={words.editor.sidebar}
          data-holds-toasts=""
          className="w-71 shrink-0 border-r border-line max-desk:hidden"
        >
          {sidebar}
        </aside>
      )}
      <main ref={takeFocus} tabIndex={-1} className="flex min-w-0 flex-1 outline-none">
        {isFocusMode && <h1 className="sr-only">{words.editor.title}</h1>}
        {view !== 'page' && (
          <div
            hidden={isFocusMode}
            className={view === 'chat' ? 'flex min-w-0 flex-1' : 'flex min-w-0 shrink-0'}
            style={view === 'chat' ? undefined : { width: split.width }}
          >
            <ChatColumn {...props} reviews={reviews} />
          </div>
        )}
        {view === 'both' && !isFocusMode && (
          <SplitHandle
            label={words.pageView.resize}
            width={split.width}
            limits={CHAT_WIDTH}
            onWidth={split.setWidth}
          />
        )}
        {(view !== 'chat' || isFocusMode) && text.workId !== null && (
          <PagePanel {...props} key={text.workId} reviews={reviews} isFocusMode={isFocusMode} />
        )}
      </main>
      <NotesProvider value={notes}>
        {panel && row && !isFocusMode && (
          <SidePanels
            name={panel}
            row={row}
            taken={(sidebar ? SIDEBAR_WIDTH : 0) + (view === 'both' ? split.width : 0)}
            view={view}
            onPage={editor.onPage}
          />
        )}
      </NotesProvider>
      {notes.control && panel === null && !isFocusMode && (
        <Suspense>
          <NoteSheet control={notes.control} />
        </Suspense>
      )}
    </div>
  )
}

type ColumnProps = EditorRowProps & { reviews: ReturnType<typeof useAnswerReviews> }

function ChatColumn({ editor, chat, context, authorship, view, reviews }: ColumnProps) {
  const { userId, hasLearningLoop, isAdmin } = context
  const { scope } = useSession()
  return (
    <LearningLoop value={useLearningLoop(userId, hasLearningLoop, editor.openExamples)}>
      <ChatPanel
        chat={chat}
        scope={scope}
        isAdmin={isAdmin}
        hasPage={view === 'both'}
        share={authorship.share}
        onPage={editor.onPage}
        reviews={reviews}
      />
    </LearningLoop>
  )
}
