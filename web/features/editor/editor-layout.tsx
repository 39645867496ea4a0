import { useQuery } from '@tanstack/react-query'
import { Minimize2 } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { lazyExtra, loadedPart, useLoadedPart } from '../../lib/loading/loaded-part.ts'
import { useStore } from '../../lib/store.ts'
import { messages as words } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { FailureBar } from '../../ui/feedback/failure-bar.tsx'
import { useKeyboardSpace } from '../../ui/layout/keyboard-space.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { SplitHandle, useStoredWidth, type WidthLimits } from '../../ui/layout/split-handle.tsx'
import { Drawer } from '../../ui/overlay/drawer.tsx'
import { ExamplesDialog } from '../chat/examples/examples-dialog.tsx'
import { useChatChanges } from '../chat/api/chat-changes.ts'
import { type Message, messagesQuery } from '../chat/api/messages.ts'
import { useLostConversation } from '../chat/conversations/use-lost-conversation.ts'
import type { Generation } from '../chat/generation/generation.ts'
import { useGenerationControl } from '../chat/generation/use-generation-control.ts'
import { LearningLoop, useLearningLoop } from '../chat/api/learning-loop.ts'
import { EXPORT } from '../documents/export/download.ts'
import type { StreamingAnswer } from '../page/editor/streaming/streaming-answer.ts'
import { NotesProvider } from '../notes/notes-context.ts'
import { useAnswerReviews } from '../review/use-answer-reviews.ts'
import { ChatPanel } from './chat-panel.tsx'
import { EditorHeader } from './editor-header.tsx'
import { EditorQuestions } from './editor-questions.tsx'
import { HistoryPart, ReportPart } from './views/side-screens.tsx'
import { PagePanel } from './views/page-panel.tsx'
import { OverlapNote } from './views/overlap-note.tsx'
import { StorageAlert } from './views/storage-alert.tsx'
import { ViewSwitch } from './views/view-switch.tsx'
import { EditorSidebar, type SidebarView } from './editor-sidebar.tsx'
import { movePrompt, nothingOpen, promptOwner } from '../document/drafts.ts'
import { useSession } from '../document/session.tsx'
import { returnFocus } from '../../ui/overlay/returning-focus.ts'
import { sidePanel } from '../document/side-panel.ts'
import { useScriptCommands } from './state/use-script-commands.ts'
import { useScope } from './state/use-scope.ts'
import { useEditorNotes } from './state/use-editor-notes.tsx'
import { useAuthorship } from './state/use-authorship.tsx'
import { useView } from './state/view-choice.ts'
import type { EditorContext } from './editor-context.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { WritingStatus } from './writing-status.tsx'
import { classNames } from '../../lib/class-names.ts'

const style = 'flex min-h-0 flex-1 flex-col overflow-hidden'

type CoveredProps = { by: ReactNode; children: ReactNode }

/** The editor, or a screen in place of it. The editor stays as it is: cursor, scrolling, what can be undone. */
function Covered({ by, children }: CoveredProps) {
  const isCovered = Boolean(by)
  return (
    <div data-fills-screen="" className={classNames(style, 'relative')}>
      <div inert={isCovered} className={classNames(style, isCovered && 'invisible')}>
        {children}
      </div>
      {isCovered && <div className="absolute inset-0 flex flex-col bg-paper">{by}</div>}
    </div>
  )
}

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
function preloadSidePanels(): () => void {
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

const ShortcutsDialog = lazyExtra(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
)

const CHAT_WIDTH: WidthLimits = {
  stored: 'script-writer-chat-width',
  first: 360,
  min: 320,
  max: 720,
}

/** Pixels of `w-71`. */
const SIDEBAR_WIDTH = 284

const noMessages: readonly Message[] = []

/** The running answer as the page shows it; null if there is none, or if it only answers a question. */
function streamingAnswer(generation: Generation | undefined): StreamingAnswer | null {
  if (!generation || generation.request?.mode === 'ask') return null
  // Two answers are compared in the chat.
  if (generation.compared !== undefined || generation.request?.second) return null
  const { doc = null, target = null, parent } = generation.request ?? {}
  // The script follows a branch: it is another one than the page had when it asked.
  if (parent !== undefined) return { text: generation.text, doc: null, target: null }
  return { text: generation.text, doc, target }
}

/** What was clicked to come here is gone, and with it the focus. */
const takeFocus = (main: HTMLElement | null): void => {
  if (document.activeElement === document.body) main?.focus({ preventScroll: true })
}

type EditorLayoutProps = {
  context: EditorContext
  sidebarView: SidebarView
  onSidebarView: (view: SidebarView) => void
}

export function EditorLayout(props: EditorLayoutProps) {
  const { context } = props
  const { signOut, hasLearningLoop } = context
  const session = useSession()
  const { userId, conversationId, text, isUnsaved, save, screen } = session
  useChatChanges(userId)
  useKeyboardSpace()

  const chat = useQuery({
    ...messagesQuery(conversationId ?? ''),
    enabled: conversationId !== null,
  })
  const messages = (conversationId !== null && chat.data) || noMessages
  usePageTitle(session.pageTitle)

  const generation = useGenerationControl()
  const [areExamplesOpen, setAreExamplesOpen] = useState(false)
  const openExamples = useCallback(() => setAreExamplesOpen(true), [])
  const showExamples = hasLearningLoop ? openExamples : undefined
  const learningLoop = useLearningLoop(userId, hasLearningLoop, openExamples)
  useLostConversation(userId, conversationId, (lostId) => {
    movePrompt(userId, lostId, promptOwner(nothingOpen))
    session.closeDeleted()
  })

  const viewChoice = useView()
  const { view, chooseView, hasBoth, hasRoom } = viewChoice
  const panel = useStore(sidePanel)
  useEffect(() => returnFocus(userId), [userId])
  useEffect(preloadSidePanels, [])
  const hasSidebar = viewChoice.hasSidebar && (panel === null || viewChoice.hasSidebarBesidePanel)
  const [row, setRow] = useState<HTMLElement | null>(null)
  const scope = useScope(session.scope, viewChoice)
  const { notes, link: noteLink } = useEditorNotes(scope, screen.shown === null)
  const { control: noteControl, commands: noteCommands } = notes
  const stop = generation.generation && (() => void generation.stop())
  const [areShortcutsOpen, setAreShortcutsOpen] = useState(false)
  const openShortcuts = useCallback(() => setAreShortcutsOpen(true), [])
  const [isFocusMode, setIsFocusMode] = useState(false)
  const leaveFocusMode = () => {
    setIsFocusMode(false)
    scope.onPage((page) => page.focus())
  }
  useEditorKeys({
    onSave: useCallback(() => void save(), [save]),
    onEscape: screen.shown
      ? () => screen.close()
      : () => {
          if (sidePanel.covers) sidePanel.close()
          else if (isFocusMode) leaveFocusMode()
          else stop?.()
        },
    onSwitchFocus: screen.shown ? undefined : scope.switchFocus,
    onShortcuts: openShortcuts,
  })
  const split = useStoredWidth(CHAT_WIDTH)
  const streaming = useMemo(() => streamingAnswer(generation.generation), [generation.generation])
  const reviews = useAnswerReviews(userId, text.workId, text.working)

  const [isSidebarOpen, setIsSidebarOpen] = useState(false)
  const authorship = useAuthorship(text, screen.openReport)
  const scriptCommands = useScriptCommands(openShortcuts)
  const commands = useMemo(
    () => [...scriptCommands, ...noteCommands, ...authorship.commands],
    [scriptCommands, noteCommands, authorship.commands],
  )
  const closeSidebar = () => setIsSidebarOpen(false)
  const sidebar = (
    <EditorSidebar view={props.sidebarView} onView={props.onSidebarView} onChosen={closeSidebar} />
  )

  return (
    <Covered
      by={
        screen.shown === 'history' ? (
          <HistoryPart onPage={scope.onPage} />
        ) : screen.shown === 'report' ? (
          <ReportPart source={authorship.source} />
        ) : null
      }
    >
      {isFocusMode ? (
        <Button
          variant="ghost"
          size="sm"
          title={`${words.pageView.leaveFocus} (Esc)`}
          onClick={leaveFocusMode}
          className="fixed top-2 right-5 z-30 bg-sheet opacity-0 transition-opacity hover:opacity-100 focus-visible:opacity-100 touch:opacity-100"
        >
          <Minimize2 aria-hidden="true" />
          {words.pageView.leaveFocus}
        </Button>
      ) : (
        <EditorHeader
          onExamples={showExamples}
          onShortcuts={openShortcuts}
          onSidebar={() => setIsSidebarOpen(true)}
          hasSidebar={hasSidebar}
          hasRoom={hasRoom}
          viewSwitch={<ViewSwitch view={view} hasBoth={hasBoth} onView={chooseView} />}
          context={context}
          onLogout={() => signOut(isUnsaved ? words.editor.leave : undefined)}
        />
      )}
      <FailureBar
        place={EXPORT}
        closeLabel={words.common.close}
        className="rounded-none border-x-0 border-t-0"
      />
      <StorageAlert storage={text.storage} refusal={text.refusal} />
      {text.overlaps > 0 && view === 'chat' && (
        <OverlapNote onPage={() => chooseView(hasBoth ? 'both' : 'page')} />
      )}
      {view === 'page' && stop && (
        <WritingStatus
          conversationId={conversationId}
          onStop={stop}
          onDone={() => scope.onPage((page) => page.focus())}
        />
      )}
      <div ref={setRow} className="relative flex min-h-0 flex-1">
        {hasSidebar && !isFocusMode && (
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
              <LearningLoop value={learningLoop}>
                <ChatPanel
                  chat={chat}
                  messages={messages}
                  control={generation}
                  isAdmin={context.isAdmin}
                  hasPage={view === 'both'}
                  share={authorship.share}
                  scope={scope}
                  reviews={reviews}
                />
              </LearningLoop>
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
            <PagePanel
              key={text.workId}
              scope={scope.page}
              reviews={reviews.page}
              streaming={streaming}
              origins={authorship.origins}
              notes={noteControl}
              commands={commands}
              status={authorship.share}
              isFocusMode={isFocusMode}
              onFocusMode={setIsFocusMode}
              onExamples={showExamples}
            />
          )}
        </main>
        <NotesProvider value={notes}>
          {panel && row && !isFocusMode && (
            <SidePanels
              name={panel}
              row={row}
              taken={(hasSidebar ? SIDEBAR_WIDTH : 0) + (view === 'both' ? split.width : 0)}
              view={view}
              onPage={scope.onPage}
            />
          )}
        </NotesProvider>
        {noteControl && panel === null && !isFocusMode && (
          <Suspense>
            <NoteSheet control={noteControl} />
          </Suspense>
        )}
      </div>
      <Drawer
        title={words.editor.sidebar}
        closeLabel={words.editor.closeSidebar}
        isOpen={isSidebarOpen}
        onOpenChange={setIsSidebarOpen}
      >
        {sidebar}
      </Drawer>
      <ExamplesDialog
        isOpen={areExamplesOpen && hasLearningLoop}
        onOpenChange={setAreExamplesOpen}
        source={{ userId }}
        canChange
      />
      {areShortcutsOpen && (
        <Suspense>
          <ShortcutsDialog isOpen onOpenChange={setAreShortcutsOpen} />
        </Suspense>
      )}
      {authorship.feed}
      {noteLink}
      <EditorQuestions />
    </Covered>
  )
}
