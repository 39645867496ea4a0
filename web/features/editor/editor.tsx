import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { UNTITLED } from '../../../contract/limits.ts'
import { useChatChanges } from '../chat/api/chat-changes.ts'
import type { Conversation } from '../chat/api/conversations.ts'
import { type Message, messagesQuery } from '../chat/api/messages.ts'
import { LearningLoop, useLearningLoop } from '../chat/messages/learning-loop.ts'
import { useGenerationControl } from '../chat/generation/use-generation-control.ts'
import { movePrompt, promptDesk } from '../chat/use-kept-prompt.ts'
import { useLostConversation } from '../chat/conversations/use-lost-conversation.ts'
import type { StoredScript } from '../scripts/api/script.ts'
import { ConflictDialog, DeletedScriptDialog } from '../scripts/saving/save-questions.tsx'
import { useKeptTitle } from '../scripts/use-kept-title.ts'
import { messages as words } from '../../messages.ts'
import { Drawer } from '../../ui/overlay/drawer.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { ChatPanel } from './chat-panel.tsx'
import { currentContent } from './current-content.ts'
import { EditorHeader } from './editor-header.tsx'
import { EditorSidebar, type SidebarView } from './editor-sidebar.tsx'
import { LeaveDialog, LeaveQuestion } from './leave-dialog.tsx'
import type { useDesk } from './use-desk.ts'
import type { Surroundings } from './surroundings.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { useSaving } from './use-saving.ts'

const none: readonly Message[] = []

type EditorProps = {
  surroundings: Surroundings
  desk: ReturnType<typeof useDesk>
  /** As it was last saved; null for a new one. */
  script: StoredScript | null
  sidebarView: SidebarView
  onSidebarView: (view: SidebarView) => void
}

export function Editor(props: EditorProps) {
  const { surroundings, desk, script } = props
  const { userId, signOut } = surroundings
  const { scriptId, conversationId, workId, put } = desk
  useChatChanges(userId)

  const chat = useQuery({
    ...messagesQuery(conversationId ?? ''),
    enabled: conversationId !== null,
  })
  const messages = (conversationId !== null && chat.data) || none
  const content = useMemo(() => currentContent(script, messages), [script, messages])

  const place = scriptId ?? (conversationId === null ? 'new' : `chat:${conversationId}`)
  const kept = useKeptTitle(userId, place)
  const savedTitle = script?.title ?? UNTITLED
  const title = kept.title ?? savedTitle
  usePageTitle(title.trim() === '' ? savedTitle : title)
  const isUnsaved = title !== savedTitle || content.text !== (script?.text ?? '')

  const control = useGenerationControl(userId, conversationId)
  const learningLoop = useLearningLoop(userId, surroundings.hasLearningLoop)
  const [isSidebarOpen, setIsSidebarOpen] = useState(false)
  const [isAskedToLogOut, setIsAskedToLogOut] = useState(false)

  const onSaved = useCallback(
    (saved: StoredScript, typed: string) => {
      const typedSince = kept.read()
      kept.keep(null)
      // What was typed while it was being saved is still to be saved.
      if (typedSince !== typed) kept.keep(typedSince, saved.id)
      if (saved.id === scriptId) return
      movePrompt(userId, promptDesk(scriptId, conversationId), promptDesk(saved.id, conversationId))
      put(saved.id, { chat: conversationId, isSameDesk: true }, true)
    },
    [userId, kept, scriptId, conversationId, put],
  )
  const saving = useSaving({ workId, script, conversationId, title, content, onSaved })
  const { save } = saving
  useEditorKeys(
    useCallback(() => void save(), [save]),
    control.generation && (() => void control.stop()),
  )

  function newChat(): void {
    setIsSidebarOpen(false)
    // It begins without a name, whatever an abandoned one was called.
    if (place !== 'new') kept.keep(null, 'new')
    put(null, { chat: null }, scriptId === null && conversationId === null)
  }
  function clearDesk(deletedId: string): void {
    if (deletedId !== conversationId) return
    // A script's own name outlives the talk about it.
    if (scriptId === null) kept.keep(null)
    put(null, { chat: null, isAgreed: true }, true)
  }
  useLostConversation(userId, conversationId, clearDesk)
  const sidebar = (
    <EditorSidebar
      userId={userId}
      scriptId={scriptId}
      conversationId={conversationId}
      view={props.sidebarView}
      onView={props.onSidebarView}
      onSelect={({ id, script_id }: Conversation) => {
        setIsSidebarOpen(false)
        if (id !== conversationId) put(script_id, { chat: id })
      }}
      onNewChat={newChat}
      onDeleted={clearDesk}
      onChosen={() => setIsSidebarOpen(false)}
    />
  )

  return (
    <div data-fills-screen="" className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <EditorHeader
        title={title}
        onTitle={kept.keep}
        isUnsaved={isUnsaved}
        isSaving={saving.isSaving}
        onSave={() => void save()}
        text={content.text}
        onSidebar={() => setIsSidebarOpen(true)}
        surroundings={surroundings}
        onLogout={() => (isUnsaved ? setIsAskedToLogOut(true) : signOut())}
      />
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
            content={content.text}
            title={title}
            control={control}
            onConversation={(id) => {
              kept.keep(kept.title, scriptId ?? `chat:${id}`)
              put(scriptId, { chat: id, isSameDesk: true }, true)
            }}
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
      <ConflictDialog
        isOpen={saving.question === 'changed'}
        isSaving={saving.isSaving}
        onClose={saving.closeQuestion}
        onOverwrite={() => void save('overwrite')}
        onKeepBoth={() => void save('keep both')}
      />
      <DeletedScriptDialog
        isOpen={saving.question === 'deleted'}
        isSaving={saving.isSaving}
        onClose={saving.closeQuestion}
        onSaveAsNew={() => void save('as new')}
      />
      <LeaveDialog isUnsaved={isUnsaved} onLeave={() => kept.keep(null)} />
      <LeaveQuestion
        isOpen={isAskedToLogOut}
        onStay={() => setIsAskedToLogOut(false)}
        onLeave={() => {
          setIsAskedToLogOut(false)
          kept.keep(null)
          signOut()
        }}
      />
    </div>
  )
}
