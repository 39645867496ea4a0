import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { messages as words } from '../../messages.ts'
import { FailureBar } from '../../ui/feedback/failure-bar.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Drawer } from '../../ui/overlay/drawer.tsx'
import { useChatChanges } from '../chat/api/chat-changes.ts'
import { type Message, messagesQuery } from '../chat/api/messages.ts'
import { useLostConversation } from '../chat/conversations/use-lost-conversation.ts'
import { useGenerationControl } from '../chat/generation/use-generation-control.ts'
import { LearningLoop, useLearningLoop } from '../chat/messages/learning-loop.ts'
import { EXPORT } from '../documents/export-script.ts'
import { HistoryDialog } from '../history/history-dialog.tsx'
import type { StoredScript } from '../scripts/api/script.ts'
import { ChatPanel } from './chat-panel.tsx'
import { EditorHeader } from './editor-header.tsx'
import { EditorQuestions } from './editor-questions.tsx'
import { EditorSidebar, type SidebarView } from './editor-sidebar.tsx'
import { nothingOpen, promptOwner } from './state/draft-keys.ts'
import { titleState } from './state/open-document.ts'
import { movePrompt } from './state/prompt-draft.ts'
import type { DocumentText } from './state/use-document-text.ts'
import type { DocumentControl } from './state/use-open-document.ts'
import { savePlace, useSaving } from './state/use-saving.ts'
import type { Surroundings } from './surroundings.ts'
import { useEditorKeys } from './use-editor-keys.ts'

const noMessages: readonly Message[] = []

type EditorLayoutProps = {
  surroundings: Surroundings
  document: DocumentControl
  /** As last saved; null for a new one. */
  script: StoredScript | null
  text: DocumentText
  sidebarView: SidebarView
  onSidebarView: (view: SidebarView) => void
}

export function EditorLayout(props: EditorLayoutProps) {
  const { surroundings, document, script, text } = props
  const { userId, signOut } = surroundings
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
  const learningLoop = useLearningLoop(userId, surroundings.hasLearningLoop)
  const save = useSaving({ userId, document, script, title, text })
  useEditorKeys(
    useCallback(() => void save(), [save]),
    generation.generation && (() => void generation.stop()),
  )
  useLostConversation(userId, conversationId, (lostId) => {
    movePrompt(userId, lostId, promptOwner(nothingOpen))
    document.closeDeleted()
  })

  const [isSidebarOpen, setIsSidebarOpen] = useState(false)
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const closeSidebar = () => setIsSidebarOpen(false)
  const sidebar = (
    <EditorSidebar
      userId={userId}
      scriptId={scriptId}
      conversationId={conversationId}
      view={props.sidebarView}
      onView={props.onSidebarView}
      onSelect={({ id, script_id }) => {
        closeSidebar()
        if (id !== conversationId) document.openOther(script_id, id)
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
    <div data-fills-screen="" className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <EditorHeader
        title={title}
        onTitle={(typed) => act({ type: 'title typed', title: typed })}
        isUnsaved={isUnsaved}
        isSaving={document.state.isSaving}
        onSave={() => void save()}
        text={text.text}
        onHistory={() => setIsHistoryOpen(true)}
        onSidebar={() => setIsSidebarOpen(true)}
        surroundings={surroundings}
        onLogout={() => (isUnsaved ? act({ type: 'asked', question: 'log out' }) : signOut())}
      />
      {[savePlace(document.state.documentId), EXPORT].map((place) => (
        <FailureBar
          key={place}
          place={place}
          closeLabel={words.common.close}
          className="rounded-none border-x-0 border-t-0"
        />
      ))}
      <div className="flex min-h-0 flex-1">
        <aside
          aria-label={words.editor.sidebar}
          className="w-71 shrink-0 border-r border-line max-desk:hidden"
        >
          {sidebar}
        </aside>
        <LearningLoop value={learningLoop}>
          <ChatPanel
            userId={userId}
            scriptId={scriptId}
            conversationId={conversationId}
            chat={chat}
            messages={messages}
            text={text}
            title={title}
            control={generation}
            isAdmin={surroundings.isAdmin}
            onConversation={document.openConversation}
          />
        </LearningLoop>
      </div>
      <Drawer
        title={words.editor.sidebar}
        closeLabel={words.editor.closeSidebar}
        isOpen={isSidebarOpen}
        onOpenChange={setIsSidebarOpen}
      >
        {sidebar}
      </Drawer>
      {text.workId !== null && (
        <HistoryDialog
          isOpen={isHistoryOpen}
          onOpenChange={setIsHistoryOpen}
          workId={text.workId}
          beforeRestore={async () => void (await text.stored())}
          afterRestore={text.refresh}
        />
      )}
      <EditorQuestions document={document} isUnsaved={isUnsaved} save={save} signOut={signOut} />
    </div>
  )
}
