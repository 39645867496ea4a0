import { Minimize2 } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { lazyExtra } from '../../lib/loading/loaded-part.ts'
import { useStore } from '../../lib/store.ts'
import { useControl } from '../../lib/use-control.ts'
import { messages as words } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { useKeyboardSpace } from '../../ui/layout/keyboard-space.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Drawer } from '../../ui/overlay/drawer.tsx'
import { returnFocus } from '../../ui/overlay/returning-focus.ts'
import { useChatChanges } from '../chat/api/chat-changes.ts'
import type { ChatControl } from '../chat/chat-control.ts'
import { useLostConversation } from '../chat/conversations/use-lost-conversation.ts'
import { ExamplesDialog } from '../chat/examples/examples-dialog.tsx'
import { useChat } from '../chat/use-chat.ts'
import { movePrompt, nothingOpen, promptOwner } from '../document/drafts.ts'
import { useSession } from '../document/session.tsx'
import { sidePanel } from '../document/side-panel.ts'
import { NO_NOTES } from '../notes/notes-context.ts'
import type { EditorContext } from './editor-context.ts'
import { EditorControl } from './editor-control.ts'
import { EditorHeader } from './editor-header.tsx'
import { EditorQuestions } from './editor-questions.tsx'
import { EditorRow, preloadSidePanels } from './editor-row.tsx'
import { EditorSidebar, type SidebarView } from './editor-sidebar.tsx'
import { useAuthorship } from './state/use-authorship.tsx'
import { chooseView, useView } from './state/view-choice.ts'
import { Notices } from './views/notices.tsx'
import { HistoryPart, ReportPart } from './views/side-screens.tsx'
import { ViewSwitch } from './views/view-switch.tsx'

const NotesLink = lazyExtra(async () => (await import('../notes/notes-link.ts')).NotesLink)

const ShortcutsDialog = lazyExtra(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
)

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

function useEditorControl(chat: ChatControl): EditorControl {
  const { scope, screen, save } = useSession()
  const around = {
    scope,
    closeScreen: screen.shown === null ? null : () => screen.close(),
    save: () => void save(),
  }
  const [editor] = useState(() => new EditorControl(chat, around))
  useControl(editor, around)
  return editor
}

/** What the editor follows as long as it is open. */
function Following(): null {
  const { userId, conversationId, pageTitle, closeDeleted } = useSession()
  useChatChanges(userId)
  useKeyboardSpace()
  usePageTitle(pageTitle)
  useLostConversation(userId, conversationId, (lostId) => {
    movePrompt(userId, lostId, promptOwner(nothingOpen))
    closeDeleted()
  })
  useEffect(() => returnFocus(userId), [userId])
  useEffect(preloadSidePanels, [])
  return null
}

type EditorLayoutProps = {
  context: EditorContext
  sidebarView: SidebarView
  onSidebarView: (view: SidebarView) => void
}

/** Header, notices, the row with chat, page and panels, and what lies over them. */
export function EditorLayout({ context, sidebarView, onSidebarView }: EditorLayoutProps) {
  const { text, screen, isUnsaved } = useSession()
  const chat = useChat()
  const editor = useEditorControl(chat.control)
  const isFocusMode = useStore(editor.state, (state) => state.isFocusMode)
  const { view, hasBoth, hasRoom, ...room } = useView()
  const panel = useStore(sidePanel)
  const [notes, setNotes] = useState(NO_NOTES)
  const authorship = useAuthorship(text, screen.openReport)
  const hasSidebar = room.hasSidebar && (panel === null || room.hasSidebarBesidePanel)
  const onExamples = context.hasLearningLoop ? editor.openExamples : undefined
  const sidebar = (
    <EditorSidebar view={sidebarView} onView={onSidebarView} onChosen={editor.close} />
  )
  return (
    <Covered
      by={
        screen.shown === 'history' ? (
          <HistoryPart onPage={editor.onPage} />
        ) : screen.shown === 'report' ? (
          <ReportPart source={authorship.source} />
        ) : null
      }
    >
      <Following />
      {isFocusMode ? (
        <Button
          variant="ghost"
          size="sm"
          title={`${words.pageView.leaveFocus} (Esc)`}
          onClick={editor.leaveFocusMode}
          className="fixed top-2 right-5 z-30 bg-sheet opacity-0 transition-opacity hover:opacity-100 focus-visible:opacity-100 touch:opacity-100"
        >
          <Minimize2 />
          {words.pageView.leaveFocus}
        </Button>
      ) : (
        <EditorHeader
          onExamples={onExamples}
          onShortcuts={editor.openShortcuts}
          onSidebar={editor.openSidebar}
          hasSidebar={hasSidebar}
          hasRoom={hasRoom}
          viewSwitch={<ViewSwitch view={view} hasBoth={hasBoth} onView={chooseView} />}
          context={context}
          onLogout={() => context.signOut(isUnsaved ? words.editor.leave : undefined)}
        />
      )}
      <Notices editor={editor} chat={chat} view={view} />
      <EditorRow
        editor={editor}
        chat={chat}
        context={context}
        authorship={authorship}
        notes={notes}
        view={view}
        panel={panel}
        sidebar={hasSidebar && sidebar}
        onExamples={onExamples}
      />
      <Overlays editor={editor} context={context} sidebar={sidebar} />
      {authorship.feed}
      <Suspense>
        <NotesLink isShown={screen.shown === null} editor={editor} onNotes={setNotes} />
      </Suspense>
      <EditorQuestions />
    </Covered>
  )
}

type OverlaysProps = { editor: EditorControl; context: EditorContext; sidebar: ReactNode }

function Overlays({ editor, context, sidebar }: OverlaysProps) {
  const over = useStore(editor.state, (state) => state.over)
  const onOpenChange = (isOpen: boolean) => isOpen || editor.close()
  return (
    <>
      <Drawer
        title={words.editor.sidebar}
        closeLabel={words.editor.closeSidebar}
        isOpen={over === 'sidebar'}
        onOpenChange={onOpenChange}
      >
        {sidebar}
      </Drawer>
      <ExamplesDialog
        isOpen={over === 'examples' && context.hasLearningLoop}
        onOpenChange={onOpenChange}
        source={{ userId: context.userId }}
        canChange
      />
      {over === 'shortcuts' && (
        <Suspense>
          <ShortcutsDialog isOpen onOpenChange={onOpenChange} />
        </Suspense>
      )}
    </>
  )
}
