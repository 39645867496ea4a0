import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { hasDemoWriter } from '../../lib/backend/supabase.ts'
import { lazyExtra } from '../../lib/loading/loaded-part.ts'
import { useStore } from '../../lib/store.ts'
import { messages as words } from '../../messages.ts'
import { FailureBar } from '../../ui/feedback/failure-bar.tsx'
import { keepToastsAbove } from '../../ui/feedback/keep-toasts-above.ts'
import { type PromptMode, withPrompt } from '../chat/api/generation.ts'
import type { Message } from '../chat/api/messages.ts'
import { Branches, useBranches } from '../chat/branches.tsx'
import { ChatArea } from '../chat/chat-area.tsx'
import { useModels } from '../chat/api/models.ts'
import { allowanceQuery } from '../chat/api/usage.ts'
import { ModelMenu } from '../chat/prompt/model-menu.tsx'
import { DemoNote } from '../chat/demo-note.tsx'
import { chatPlace } from '../chat/failure-place.ts'
import { EmptyChat } from '../chat/empty-chat.tsx'
import { MessageList } from '../chat/messages/message-list.tsx'
import type { Chat } from '../chat/use-chat.ts'
import { ModeSwitch } from '../chat/prompt/mode-switch.tsx'
import { usePromptPicker } from '../chat/prompt/prompt-picker.ts'
import {
  AttachButton,
  Attached,
  DropCover,
  dropTarget,
  useAttaching,
} from '../chat/attachments/attaching.tsx'
import { usePromptTools } from '../chat/prompt/prompt-tools.tsx'
import { PromptBox } from '../chat/prompt/prompt-box.tsx'
import { QuickActions, ScopeChip } from '../chat/prompt/quick-actions.tsx'
import { StatusLine } from '../chat/status-line.tsx'
import { useQueuePlace } from '../chat/generation/generations.ts'
import { AnswerAnnouncer } from '../chat/answers/answer-announcer.tsx'
import { useAnswerUse } from '../chat/answers/use-answer-use.ts'
import { useMessageDeletion } from '../chat/messages/use-message-deletion.ts'
import type { useAnswerReviews } from '../review/use-answer-reviews.ts'
import { ScriptStatus } from '../documents/layout/script-status.tsx'
import { AnswersOnPage } from './answers-on-page.tsx'
import type { ScopeStore } from '../document/scope/scope-store.ts'
import { SaveLine } from '../document/save-line.tsx'
import { useSession } from '../document/session.tsx'
import { scriptPlace } from './state/script-place.ts'
import type { EditorControl } from './editor-control.ts'
import { scrollAwayTo } from '../chat/use-auto-scroll.ts'
import { Screenplay } from '../../screenplay-view/screenplay.tsx'
import { reasonOf } from '../../error-text.ts'
import { useConversationFailure } from './load-failures.ts'
import { PartLoading } from './views/side-screens.tsx'

/** In place of a conversation that is loading or could not be loaded. */
function ChatLoading({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  useConversationFailure(error)
  const failure = error && words.chat.loadFailed(reasonOf(error))
  return <PartLoading label={words.chat.loading} failure={failure} onRetry={onRetry} />
}

type ScriptSheetProps = {
  text: string
  opensAt: 'start' | 'end'
}

/** The script as it is now, in the conversation about it. */
function ScriptSheet({ text, opensAt }: ScriptSheetProps) {
  const headingId = useId()
  // Keeps the first value, so that the first message does not render the script again from its end.
  const [firstOpensAt] = useState(opensAt)
  return (
    <article
      aria-labelledby={headingId}
      data-current=""
      className="min-w-0 rounded-md border border-line bg-sheet shadow-sheet"
    >
      <h2 id={headingId} className="border-b border-line px-4 py-2 text-sm text-ink-2 sm:px-5">
        {words.chat.currentScript}
      </h2>
      <div className="px-4 pt-5 pb-6 sm:px-8 sm:pt-7.5 sm:pb-8">
        <Screenplay text={text} className="mx-auto" opensAt={firstOpensAt} />
      </div>
    </article>
  )
}

/** How long to wait for the script to be rendered. */
const RENDERED_WITHIN = 10_000

/** Scrolls to a scene of the current script. */
function showScene(index: number, until = performance.now() + RENDERED_WITHIN): void {
  const script = document.querySelector('main [data-current] .screenplay')
  if (!script || script.hasAttribute('data-late')) {
    // The elements of the script are still being added.
    if (performance.now() < until) requestAnimationFrame(() => showScene(index, until))
    return
  }
  const headings = script.querySelectorAll('[data-element="scene-heading"]')
  const heading = headings[index]
  if (heading) scrollAwayTo(heading)
}

const AnswerAs = lazyExtra(async () => (await import('../chat/prompt/answer-as.tsx')).AnswerAs)

/** `mode` is null without a script: there is nothing to change or to ask about. */
function placeholderOf(mode: PromptMode | null, isScoped: boolean, isFirst: boolean): string {
  if (mode === 'ask') return words.mode.askPlaceholder
  if (mode && isScoped) return words.mode.changePlaceholder
  return mode === null && isFirst ? words.chat.promptFirst : words.chat.promptPlaceholder
}

type ChatPanelProps = {
  chat: Chat
  scope: ScopeStore
  isAdmin: boolean
  /** Whether the page beside the chat shows the script. */
  hasPage: boolean
  /** How much of the script is the writer's own. */
  share: ReactNode
  onPage: EditorControl['onPage']
  reviews: ReturnType<typeof useAnswerReviews>
}

const noMessages: readonly Message[] = []

/** The stored messages, and those that are shown: with a prompt that the server may not have yet. */
function useShownMessages({ messages, generation }: Chat) {
  const { conversationId } = useSession()
  const stored = (conversationId !== null && messages.data) || noMessages
  const { unconfirmed, request } = generation ?? {}
  // A prompt that is asked again is there already.
  const isNew = unconfirmed && !stored.some(({ id }) => id === unconfirmed.id)
  return {
    stored,
    shown: unconfirmed && request ? withPrompt(stored, request) : stored,
    newPrompt: isNew ? unconfirmed.content : null,
  }
}

/** The conversation and the prompt. */
export function ChatPanel(props: ChatPanelProps) {
  const { chat } = props
  const { conversationId, text } = useSession()
  const { stored, shown, newPrompt } = useShownMessages(chat)
  const isSending = useStore(chat.control.state, (state) => state.isSending)
  const sentCount = useStore(chat.control.state, (state) => state.sentCount)
  const attaching = useAttaching()
  const { error, data, refetch } = chat.messages
  const isLoaded = conversationId === null || (data !== undefined && text.isLoaded)
  const conversation = {
    ...props,
    messages: shown,
    isBusy: isSending || chat.generation !== undefined,
  }
  return (
    <section
      aria-label={words.pageView.chatPanel}
      {...dropTarget(attaching.control)}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <DropCover control={attaching.control} />
      <ChatArea conversationId={conversationId} isLoaded={isLoaded} sentCount={sentCount}>
        {isLoaded ? (
          <Conversation {...conversation} />
        ) : (
          <ChatLoading
            error={error ?? text.error}
            onRetry={() => {
              if (error) void refetch()
              if (text.error) text.reload()
            }}
          />
        )}
      </ChatArea>
      <AnswerAnnouncer generation={chat.generation} messages={stored} />
      <PromptArea
        {...conversation}
        attaching={attaching}
        newPrompt={newPrompt}
        isLoaded={isLoaded}
      />
    </section>
  )
}

type ConversationProps = ChatPanelProps & { messages: readonly Message[]; isBusy: boolean }

/** The messages, and the script where it stands among them. */
function Conversation(props: ConversationProps) {
  const { chat, messages, isBusy, hasPage } = props
  const { control, generation } = chat
  const { conversationId, text, title } = useSession()
  const content = text.text
  const remove = useMessageDeletion(conversationId)
  const applyAnswer = useAnswerUse(conversationId, text.changeOnServer)
  const { changeOnServer } = text
  const branches = useBranches(control, { conversationId, messages, changeOnServer }, isBusy)
  const isEmpty = messages.length === 0 && !generation
  const place = scriptPlace(content, messages)
  const sheet = place !== null && !hasPage && (
    <ScriptSheet key="script" text={content} opensAt={conversationId === null ? 'start' : 'end'} />
  )
  const emptyChat = (
    <EmptyChat
      isAboveScript={Boolean(sheet)}
      onExample={(example) => {
        control.setPrompt(example)
        control.focus()
      }}
    />
  )
  if (isEmpty && !sheet) return emptyChat
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5.5">
      {isEmpty && emptyChat}
      {/* Outside the list, which is replaced when the first message creates the conversation. */}
      {place === 0 && sheet}
      <AnswersOnPage onPage={props.onPage} reviews={props.reviews} hasPage={hasPage}>
        <Branches value={branches}>
          <MessageList
            key={conversationId ?? generation?.request?.conversationId}
            messages={messages}
            current={content}
            hasPage={hasPage}
            inserted={sheet && place ? { at: place, element: sheet } : undefined}
            generation={generation}
            title={title}
            onDelete={remove}
            onRetry={isBusy ? undefined : control.retry}
            onContinue={isBusy ? undefined : control.continueAnswer}
            onUse={isBusy ? undefined : applyAnswer}
          />
        </Branches>
      </AnswersOnPage>
    </div>
  )
}

type PromptAreaProps = ConversationProps & {
  attaching: ReturnType<typeof useAttaching>
  /** A prompt that is on its way. */
  newPrompt: string | null
  isLoaded: boolean
}

/** The prompt with all that belongs to it, and the status line. */
function PromptArea(props: PromptAreaProps) {
  const { chat, scope, isAdmin, hasPage, isBusy, isLoaded, newPrompt, messages } = props
  const { control, generation } = chat
  const { control: attaching, attached } = props.attaching
  const { userId, conversationId, text } = useSession()
  const { prompt, as, wantsFocus, ready, mode: chosen } = useStore(control.state)
  const { current, hasScene } = useSyncExternalStore(scope.subscribe, scope.snapshot)
  useEffect(() => {
    if (wantsFocus || ready) control.shown(isLoaded)
  }, [control, wantsFocus, ready, isLoaded])
  const { data: models } = useModels()
  const { data: allowance } = useQuery(allowanceQuery(userId))
  const queuePlace = useQueuePlace(conversationId)
  const picker = usePromptPicker({ userId, prompt, onPrompt: control.setPrompt })
  const more = <AttachButton control={attaching} isBusy={isBusy} />
  const tools = usePromptTools({ userId, isAdmin, isBusy, chat: control, prompt, more })
  const hasScript = text.text.trim() !== ''
  // Without a script there is nothing to ask about.
  const mode = hasScript ? chosen : 'change'
  // Until the models are known, what the page was loaded with.
  const isDemo = models ? models.some((one) => one.is_chosen && one.is_demo) : hasDemoWriter()
  const isEmpty = messages.length === 0 && !generation
  return (
    <div ref={keepToastsAbove} className="border-t border-line bg-sheet px-3 pt-3.5 pb-3 sm:px-6">
      <div className="mx-auto max-w-190">
        {isDemo && <DemoNote isAdmin={isAdmin} />}
        <FailureBar
          place={chatPlace(conversationId)}
          closeLabel={words.common.close}
          className="mb-3"
        />
        {hasScript && (
          <div className="mb-2 grid gap-1">
            {current && <ScopeChip label={current.label} onRemove={control.aboutWholeScript} />}
            {mode === 'ask' && (
              <Suspense>
                <AnswerAs
                  text={text.text}
                  as={as}
                  onAs={(chosenAs) => control.choose({ as: chosenAs })}
                  isBusy={isBusy}
                />
              </Suspense>
            )}
            <QuickActions
              mode={mode}
              isBusy={isBusy}
              onAction={control.act}
              onThisScene={hasScene && !current ? scope.chooseScene : undefined}
            />
          </div>
        )}
        <Attached control={attaching} attached={attached} focusPrompt={control.focus} />
        <PromptBox
          chat={control}
          onEscape={current ? control.aboutWholeScript : undefined}
          // Until the server has it, the prompt stays in the box, where nobody sees it twice.
          value={newPrompt === prompt.trim() ? '' : prompt}
          placeholder={placeholderOf(hasScript ? mode : null, current !== null, isEmpty)}
          picker={picker}
          tools={tools.buttons}
          modeSwitch={
            <>
              <ModelMenu chat={control} isBusy={isBusy} />
              {hasScript && <ModeSwitch mode={mode} onMode={control.chooseMode} isBusy={isBusy} />}
            </>
          }
          isBusy={isBusy}
        />
        {tools.dialogs}
        <StatusLine isBusy={isBusy} place={queuePlace} allowance={allowance}>
          {!hasPage && (
            <>
              <SaveLine />
              <ScriptStatus text={text.working} doc={text.doc} onScene={showScene} />
              {props.share}
            </>
          )}
        </StatusLine>
      </div>
    </div>
  )
}
