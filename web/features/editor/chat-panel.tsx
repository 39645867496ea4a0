import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasDemoWriter } from '../../lib/backend/supabase.ts'
import { messages as words } from '../../messages.ts'
import { FailureBar } from '../../ui/feedback/failure-bar.tsx'
import { keepToastsAbove } from '../../ui/feedback/keep-toasts-above.ts'
import type { Message } from '../chat/api/messages.ts'
import { ChatArea } from '../chat/chat-area.tsx'
import { DemoNote } from '../chat/demo-note.tsx'
import { chatPlace } from '../chat/failure-place.ts'
import { EmptyChat } from '../chat/empty-chat.tsx'
import { MessageList } from '../chat/messages/message-list.tsx'
import { PromptBox } from '../chat/prompt-box.tsx'
import { StatusLine } from '../chat/status-line.tsx'
import type { useGenerationControl } from '../chat/generation/use-generation-control.ts'
import { useAnswerUse } from '../chat/messages/use-answer-use.ts'
import { useMessageDeletion } from '../chat/messages/use-message-deletion.ts'
import { useSend } from '../chat/use-send.ts'
import { ScriptStatus } from '../documents/script-status.tsx'
import { ChatLoading } from './chat-loading.tsx'
import { ScriptSheet } from './script-sheet.tsx'
import { showScene } from './show-scene.ts'
import { promptOwner } from './state/draft-keys.ts'
import { usePromptDraft } from './state/prompt-draft.ts'
import { scriptPlace } from './state/script-place.ts'
import type { DocumentText } from './state/use-document-text.ts'

type ChatPanelProps = {
  userId: string
  scriptId: string | null
  conversationId: string | null
  chat: UseQueryResult<Message[]>
  messages: readonly Message[]
  text: DocumentText
  title: string
  control: ReturnType<typeof useGenerationControl>
  isAdmin: boolean
  onConversation: (conversationId: string) => void
}

/** The conversation and the prompt. */
export function ChatPanel(props: ChatPanelProps) {
  const { userId, scriptId, conversationId, chat, messages, text, title, control } = props
  const content = text.text
  const { generation, start, stop } = control
  const box = useRef<HTMLTextAreaElement>(null)
  const [sentCount, setSentCount] = useState(0)
  const { prompt, setPrompt } = usePromptDraft(userId, promptOwner({ scriptId, conversationId }))
  const remove = useMessageDeletion(conversationId)
  const applyAnswer = useAnswerUse(conversationId, text.stored, text.refresh)
  const { send, retry, continueAnswer, isSending, allowance } = useSend({
    userId,
    conversationId,
    scriptId,
    workId: text.workId,
    currentScript: text.stored,
    start,
    onSent: (sent) => {
      setPrompt('')
      setSentCount((count) => count + 1)
      if (sent.conversationId !== conversationId) props.onConversation(sent.conversationId)
    },
  })
  const isLoaded = conversationId === null || (chat.data !== undefined && text.isLoaded)
  const isBusy = isSending || generation !== undefined
  const isEmpty = messages.length === 0 && !generation
  const place = scriptPlace(content, messages)
  const sheet = place !== null && (
    <ScriptSheet key="script" text={content} opensAt={conversationId === null ? 'start' : 'end'} />
  )

  return (
    <main className="flex min-w-0 flex-1 flex-col">
      <ChatArea conversationId={conversationId} isLoaded={isLoaded} sentCount={sentCount}>
        {!isLoaded ? (
          <ChatLoading
            error={chat.error ?? text.error}
            onRetry={() => {
              if (chat.error) void chat.refetch()
              if (text.error) text.reload()
            }}
          />
        ) : isEmpty && content === '' ? (
          <EmptyChat
            onExample={(example) => {
              setPrompt(example)
              box.current?.focus()
            }}
          />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5.5">
            {/* Outside the list, which is replaced when the first message creates the conversation. */}
            {place === 0 && sheet}
            <MessageList
              key={conversationId}
              messages={messages}
              current={content}
              inserted={sheet && place ? { at: place, element: sheet } : undefined}
              generation={generation}
              title={title}
              onDelete={remove}
              onRetry={isBusy ? undefined : (message) => void retry(message)}
              onContinue={
                isBusy ? undefined : (answer, asked) => void continueAnswer(answer, asked)
              }
              onUse={isBusy ? undefined : applyAnswer}
            />
          </div>
        )}
      </ChatArea>
      <div ref={keepToastsAbove} className="border-t border-line bg-sheet px-3 pt-3.5 pb-3 sm:px-6">
        <div className="mx-auto max-w-190">
          {hasDemoWriter() && <DemoNote isAdmin={props.isAdmin} />}
          <FailureBar
            place={chatPlace(conversationId)}
            closeLabel={words.common.close}
            className="mb-3"
          />
          <PromptBox
            box={box}
            value={prompt}
            onChange={setPrompt}
            isFirst={isEmpty && content === ''}
            isBusy={isBusy}
            onSend={() => void send(prompt.trim())}
            onStop={() => void stop()}
          />
          <StatusLine isBusy={isBusy} allowance={allowance}>
            <ScriptStatus text={content} onScene={showScene} />
          </StatusLine>
        </div>
      </div>
    </main>
  )
}
