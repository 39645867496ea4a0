import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { messages as words } from '../../messages.ts'
import { FailureBar } from '../../ui/feedback/failure-bar.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Drawer } from '../../ui/overlay/drawer.tsx'
import { ExamplesDialog } from '../chat/examples/examples-dialog.tsx'
import { useChatChanges } from '../chat/api/chat-changes.ts'
import { type Message, messagesQuery } from '../chat/api/messages.ts'
import { useLostConversation } from '../chat/conversations/use-lost-conversation.ts'
import { useGenerationControl } from '../chat/generation/use-generation-control.ts'
import { LearningLoop, useLearningLoop } from '../chat/messages/learning-loop.ts'
import { EXPORT } from '../documents/export/download.ts'
import { useAnswerReviews } from '../review/use-answer-reviews.ts'
import type { StoredScript } from '../scripts/api/script.ts'
import { ChatPanel } from './chat-panel.tsx'
import { EditorHeader } from './editor-header.tsx'
import { EditorQuestions } from './editor-questions.tsx'
import { Covered } from './views/covered.tsx'
import { HistoryPart } from './views/history-part.tsx'
import { ReportPart } from './views/report-part.tsx'
import { PagePanel } from './views/page-panel.tsx'
import { SplitHandle, useChatWidth } from './views/split-handle.tsx'
import { OverlapNote } from './views/overlap-note.tsx'
import { StorageAlert } from './views/storage-alert.tsx'
import { ViewSwitch } from './views/view-switch.tsx'
import { EditorSidebar, type SidebarView } from './editor-sidebar.tsx'
import { nothingOpen, promptOwner } from './state/document/draft-keys.ts'
import { titleState } from './state/document/open-document.ts'
import { movePrompt } from './state/prompt-draft.ts'
import type { DocumentText } from './state/use-document-text.ts'
import type { DocumentControl } from './state/document/use-open-document.ts'
import { savePlace, useSaving } from './state/use-saving.ts'
import { useGrowingAnswer } from './state/use-growing-answer.ts'
import { useUnsavedWork } from './state/use-unsaved-work.ts'
import { useScope } from './state/scope/use-scope.ts'
import { useAuthorship } from './state/use-authorship.tsx'
import { useScreen } from './state/document/use-screen.ts'
import { useView } from './state/view-choice.ts'
import type { Surroundings } from './surroundings.ts'
import { useEditorKeys } from './use-editor-keys.ts'

const noMessages: readonly Message[] = []

type EditorLayoutProps = {
  surroundings: Surroundings
  document: DocumentControl
  /** The script as last saved; null for a new one. */
  script: StoredScript | null
  text: DocumentText
  sidebarView: SidebarView
  onSidebarView: (view: SidebarView) => void
}

export function EditorLayout(props: EditorLayoutProps) {
  const { surroundings, document, script, text } = props
  const { userId, signOut, hasLearningLoop } = surroundings
  const { scriptId, conversationId, act } = document
  useChatChanges(userId)

  const chat = useQuery({
    ...messagesQuery(conversationId ?? ''),
    enabled: conversationId !== null,
  })
  const messages = (conversationId !== null && chat.data) || noMessages
  const { title, pageTitle, isUnsaved } = titleState(document.state, script, text.text)
  usePageTitle(pageTitle)

  const generation = useGenerationControl(userId, conversationId, text.refresh)
  const [areExamplesOpen, setAreExamplesOpen] = useState(false)
  const openExamples = useCallback(() => setAreExamplesOpen(true), [])
  const showExamples = hasLearningLoop ? openExamples : undefined
  const learningLoop = useLearningLoop(userId, hasLearningLoop, openExamples)
  const save = useSaving({ userId, document, script, title, text })
  const screen = useScreen(document)
  useLostConversation(userId, conversationId, (lostId) => {
    movePrompt(userId, lostId, promptOwner(nothingOpen))
    document.closeDeleted()
  })

  const isGenerating = generation.generation !== undefined
  const { expectChange } = text
  useEffect(() => (isGenerating ? expectChange() : undefined), [isGenerating, expectChange])
  const viewChoice = useView()
  const { view, chooseView, hasBoth, hasSidebar, hasRoom } = viewChoice
  const scope = useScope(userId, text, viewChoice)
  const stop = generation.generation && (() => void generation.stop())
  useEditorKeys({
    onSave: useCallback(() => void save(), [save]),
    onEscape: screen.shown ? () => screen.close() : stop,
    onSwitchFocus: screen.shown ? undefined : scope.switchFocus,
  })
  const split = useChatWidth()
  const growing = useGrowingAnswer(generation.generation)
  const reviews = useAnswerReviews(userId, text.workId, text.page)
  useUnsavedWork(userId, document, text)

  const [isSidebarOpen, setIsSidebarOpen] = useState(false)
  const openHistory = useCallback(() => screen.open('history'), [screen])
  const openReport = useCallback(() => screen.open('report'), [screen])
  const authorship = useAuthorship(text, openReport)
  const closeSidebar = () => setIsSidebarOpen(false)
  const sidebar = (
    <EditorSidebar
      userId={userId}
      scriptId={scriptId}
      conversationId={conversationId}
      view={props.sidebarView}
      onView={props.onSidebarView}
      onSelect={({ id, script_id, work_id }) => {
        closeSidebar()
        if (id !== conversationId) document.openOther(script_id ?? work_id, id)
      }}
      onNewChat={() => {
        closeSidebar()
        document.openNew()
      }}
      onDeleted={(deletedId) => {
        if (deletedId === conversationId) document.closeDeleted()
      }}
      onChosen={closeSidebar}
    />
  )

  return (
    <Covered
      by={
        screen.shown === 'history' ? (
          <HistoryPart text={text} title={title} onPage={scope.onPage} onClose={screen.close} />
        ) : screen.shown === 'report' ? (
          <ReportPart
            text={text}
            title={title}
            source={authorship.source}
            onClose={() => screen.close()}
          />
        ) : null
      }
    >
      <EditorHeader
        title={title}
        onTitle={(typed) => act({ type: 'title typed', title: typed })}
        isUnsaved={isUnsaved}
        isSaving={document.state.isSaving}
        onSave={() => void save()}
        readText={text.latest}
        onHistory={openHistory}
        onExamples={showExamples}
        onReport={openReport}
        onSidebar={() => setIsSidebarOpen(true)}
        hasSidebar={hasSidebar}
        hasRoom={hasRoom}
        viewSwitch={<ViewSwitch view={view} hasBoth={hasBoth} onView={chooseView} />}
        surroundings={surroundings}
        onLogout={() => signOut(isUnsaved ? words.editor.leave : undefined)}
      />
      {[savePlace(document.state.documentId), EXPORT].map((place) => (
        <FailureBar
          key={place}
          place={place}
          closeLabel={words.common.close}
          className="rounded-none border-x-0 border-t-0"
        />
      ))}
      <StorageAlert storage={text.storage} refusal={text.refusal} />
      {text.overlaps > 0 && view === 'chat' && (
        <OverlapNote onPage={() => chooseView(hasBoth ? 'both' : 'page')} />
      )}
      <div className="flex min-h-0 flex-1">
        {hasSidebar && (
          <aside
            aria-label={words.editor.sidebar}
            data-holds-toasts=""
            className="w-71 shrink-0 border-r border-line max-desk:hidden"
          >
            {sidebar}
          </aside>
        )}
        <main className="flex min-w-0 flex-1">
          {view !== 'page' && (
            <div
              className={view === 'chat' ? 'flex min-w-0 flex-1' : 'flex min-w-0 shrink-0'}
              style={view === 'chat' ? undefined : { width: split.width }}
            >
              <LearningLoop value={learningLoop}>
                <ChatPanel
                  userId={userId}
                  scriptId={scriptId}
                  isSaved={script !== null}
                  conversationId={conversationId}
                  chat={chat}
                  messages={messages}
                  text={text}
                  title={title}
                  control={generation}
                  isAdmin={surroundings.isAdmin}
                  hasPage={view === 'both'}
                  share={authorship.share}
                  scope={scope}
                  reviews={reviews}
                  onConversation={document.openConversation}
                />
              </LearningLoop>
            </div>
          )}
          {view === 'both' && <SplitHandle width={split.width} onWidth={split.setWidth} />}
          {view !== 'chat' && text.workId !== null && (
            <PagePanel
              key={text.workId}
              userId={userId}
              workId={text.workId}
              text={text.page}
              title={title}
              scope={scope.page}
              reviews={reviews.page}
              growing={growing}
              origins={authorship.origins}
              commands={authorship.commands}
              status={authorship.share}
              onHistory={openHistory}
              onExamples={showExamples}
            />
          )}
        </main>
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
      {authorship.feed}
      <EditorQuestions document={document} isUnsaved={isUnsaved} save={save} />
    </Covered>
  )
}
