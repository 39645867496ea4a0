import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { hasDemoWriter } from '../../lib/backend/supabase.ts'
import { lazyExtra } from '../../lib/loading/loaded-part.ts'
import { messages as words } from '../../messages.ts'
import { FailureBar } from '../../ui/feedback/failure-bar.tsx'
import { keepToastsAbove } from '../../ui/feedback/keep-toasts-above.ts'
import type { PromptMode } from '../chat/api/generation.ts'
import type { Message } from '../chat/api/messages.ts'
import { Branches, useBranches, withPrompt } from '../chat/branches.tsx'
import { ChatArea } from '../chat/chat-area.tsx'
import { useModels } from '../chat/api/models.ts'
import { ModelMenu, useSecondModel } from '../chat/prompt/model-menu.tsx'
import { DemoNote } from '../chat/demo-note.tsx'
import { chatPlace } from '../chat/failure-place.ts'
import { EmptyChat } from '../chat/empty-chat.tsx'
import { MessageList } from '../chat/messages/message-list.tsx'
import { usePrompting } from '../chat/prompting.ts'
import { keepMode, ModeSwitch, usePromptMode } from '../chat/prompt/mode-switch.tsx'
import { usePromptPicker } from '../chat/prompt/prompt-picker.tsx'
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
import type { useGenerationControl } from '../chat/generation/use-generation-control.ts'
import { AnswerAnnouncer } from '../chat/answers/answer-announcer.tsx'
import { useAnswerUse } from '../chat/answers/use-answer-use.ts'
import { useMessageDeletion } from '../chat/messages/use-message-deletion.ts'
import type { useAnswerReviews } from '../review/use-answer-reviews.ts'
import { ScriptStatus } from '../documents/layout/script-status.tsx'
import { AnswersOnPage } from './answers-on-page.tsx'
import { movePrompt, promptOwner, readPrompt, usePromptDraft } from '../document/drafts.ts'
import type { ReadyPrompt } from '../document/scope/scope-store.ts'
import { SaveLine } from '../document/save-line.tsx'
import { useSession } from '../document/session.tsx'
import { scriptPlace } from './state/script-place.ts'
import type { ScopeControl } from './state/use-scope.ts'
import { scrollAwayTo } from '../chat/use-auto-scroll.ts'
import { Screenplay } from '../../screenplay-view/screenplay.tsx'
import { reasonOf } from '../../error-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'
import { useConversationFailure } from './load-failures.ts'

/** In place of a conversation that is loading or could not be loaded. */
function ChatLoading({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const reason = error && words.chat.loadFailed(reasonOf(error))
  useConversationFailure(error)
  return (
    <output className="m-auto flex flex-col items-center gap-3 text-md text-ink-2">
      {reason ? (
        <>
          {reason}
          <Button
            onClick={({ currentTarget }) => {
              // The button goes.
              currentTarget.closest<HTMLElement>('[role="log"]')?.focus()
              onRetry()
            }}
          >
            {words.common.retry}
          </Button>
        </>
      ) : (
        <>
          <SpinnerIcon className="size-6 text-accent" />
          {words.chat.loading}
        </>
      )}
    </output>
  )
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

type ChatPanelProps = {
  chat: UseQueryResult<Message[]>
  messages: readonly Message[]
  control: ReturnType<typeof useGenerationControl>
  isAdmin: boolean
  /** Whether the page beside the chat shows the script. */
  hasPage: boolean
  /** How much of the script is the writer's own. */
  share: ReactNode
  scope: ScopeControl
  reviews: ReturnType<typeof useAnswerReviews>
}

/** `mode` is null without a script: there is nothing to change or to ask about. */
function placeholderOf(mode: PromptMode | null, isScoped: boolean, isFirst: boolean): string {
  if (mode === 'ask') return words.mode.askPlaceholder
  if (mode && isScoped) return words.mode.changePlaceholder
  return mode === null && isFirst ? words.chat.promptFirst : words.chat.promptPlaceholder
}

/** The conversation and the prompt. */
export function ChatPanel(props: ChatPanelProps) {
  const { chat, control, scope } = props
  const { userId, scriptId, conversationId, text, title } = useSession()
  const content = text.text
  const { generation, start, stop } = control
  const unconfirmed = generation?.unconfirmed
  // A prompt that is asked again is there already.
  const isNew = unconfirmed && !props.messages.some(({ id }) => id === unconfirmed.id)
  const messages =
    unconfirmed && generation?.request
      ? withPrompt(props.messages, generation.request)
      : props.messages
  const box = useRef<HTMLTextAreaElement>(null)
  const [sentCount, setSentCount] = useState(0)
  const owner = promptOwner({ scriptId, conversationId })
  const { prompt, setPrompt } = usePromptDraft(userId, owner)
  const picker = usePromptPicker({ userId, prompt, onPrompt: setPrompt })
  const remove = useMessageDeletion(conversationId)
  const applyAnswer = useAnswerUse(conversationId, text.changeOnServer)
  const hasScript = content.trim() !== ''
  const { mode: chosenMode, chooseMode } = usePromptMode(userId, owner)
  // Without a script there is nothing to ask about.
  const mode = hasScript ? chosenMode : 'change'
  const [as, setAs] = useState<string | null>(null)
  const { data: models } = useModels()
  const { second, setSecond } = useSecondModel()
  // Until the models are known, what the page was loaded with.
  const isDemo = models ? models.some((one) => one.is_chosen && one.is_demo) : hasDemoWriter()
  const { send, sendReady, act, retry, continueAnswer, isSending, allowance, tryAgain, edit } =
    usePrompting({
      mode,
      as,
      start,
      second,
      onShown: () => setSentCount((count) => count + 1),
      onStored: (message, storedIn) => {
        setSecond(undefined)
        const stored = promptOwner({ scriptId, conversationId: storedIn })
        if (stored !== owner) keepMode(userId, stored, mode)
        if (readPrompt(userId, owner).trim() === message.content) setPrompt('')
        // A quick action was sent, or something was typed since: that is kept for later.
        else movePrompt(userId, owner, stored)
      },
    })
  const { wantsPrompt, suggestion, store, onPage } = scope
  const suggested = useRef<string>(null)
  const suggest = useEffectEvent((wanted: string) => {
    const isOwn = prompt.trim() !== '' && prompt !== suggested.current
    suggested.current = isOwn ? `${prompt.trimEnd()}\n\n${wanted}` : wanted
    setPrompt(suggested.current)
    chooseMode('change')
  })
  useEffect(() => {
    if (!wantsPrompt) return
    if (suggestion !== null) suggest(suggestion)
    box.current?.focus()
    store.promptHasFocus()
  }, [wantsPrompt, suggestion, store])
  const isLoaded = conversationId === null || (chat.data !== undefined && text.isLoaded)
  const isBusy = isSending || generation !== undefined
  const { isAdmin } = props
  const { control: attaching, attached } = useAttaching()
  const tools = usePromptTools({
    userId,
    isAdmin,
    isBusy,
    prompt,
    onPrompt: setPrompt,
    box,
    more: <AttachButton control={attaching} isBusy={isBusy} />,
  })
  const { ready } = scope
  const sendNow = useEffectEvent((asked: ReadyPrompt) => {
    if (!isBusy) sendReady(asked.prompt, asked.mode)
  })
  useEffect(() => {
    if (!ready || !isLoaded) return
    store.isAsked()
    sendNow(ready)
  }, [ready, isLoaded, store])
  const branches = useBranches({
    conversationId,
    messages,
    isBusy,
    changeOnServer: text.changeOnServer,
    tryAgain,
    edit,
  })
  const queuePlace = useQueuePlace(conversationId)
  const isEmpty = messages.length === 0 && !generation
  function aboutWholeScript(): void {
    store.choose(null)
    box.current?.focus()
  }
  const placeholder = placeholderOf(hasScript ? mode : null, scope.current !== null, isEmpty)
  const place = scriptPlace(content, messages)
  const sheet = place !== null && !props.hasPage && (
    <ScriptSheet key="script" text={content} opensAt={conversationId === null ? 'start' : 'end'} />
  )

  const emptyChat = (
    <EmptyChat
      isAboveScript={Boolean(sheet)}
      onExample={(example) => {
        setPrompt(example)
        box.current?.focus()
      }}
    />
  )

  return (
    <section
      aria-label={words.pageView.chatPanel}
      {...dropTarget(attaching)}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <DropCover control={attaching} />
      <ChatArea conversationId={conversationId} isLoaded={isLoaded} sentCount={sentCount}>
        {!isLoaded ? (
          <ChatLoading
            error={chat.error ?? text.error}
            onRetry={() => {
              if (chat.error) void chat.refetch()
              if (text.error) text.reload()
            }}
          />
        ) : isEmpty && !sheet ? (
          emptyChat
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5.5">
            {isEmpty && emptyChat}
            {/* Outside the list, which is replaced when the first message creates the conversation. */}
            {place === 0 && sheet}
            <AnswersOnPage onPage={onPage} reviews={props.reviews} hasPage={props.hasPage}>
              <Branches value={branches}>
                <MessageList
                  key={conversationId ?? generation?.request?.conversationId}
                  messages={messages}
                  current={content}
                  hasPage={props.hasPage}
                  inserted={sheet && place ? { at: place, element: sheet } : undefined}
                  generation={generation}
                  title={title}
                  onDelete={remove}
                  onRetry={isBusy ? undefined : retry}
                  onContinue={isBusy ? undefined : continueAnswer}
                  onUse={isBusy ? undefined : applyAnswer}
                />
              </Branches>
            </AnswersOnPage>
          </div>
        )}
      </ChatArea>
      <AnswerAnnouncer generation={generation} messages={props.messages} />
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
              {scope.current && (
                <ScopeChip label={scope.current.label} onRemove={aboutWholeScript} />
              )}
              {mode === 'ask' && (
                <Suspense>
                  <AnswerAs text={content} as={as} onAs={setAs} isBusy={isBusy} />
                </Suspense>
              )}
              <QuickActions
                mode={mode}
                isBusy={isBusy}
                onAction={act}
                onThisScene={scope.hasScene && !scope.current ? store.chooseScene : undefined}
              />
            </div>
          )}
          <Attached
            control={attaching}
            attached={attached}
            focusPrompt={() => box.current?.focus()}
          />
          <PromptBox
            box={box}
            onEscape={scope.current ? aboutWholeScript : undefined}
            // Until the server has it, the prompt stays in the box, where nobody sees it twice.
            value={isNew && unconfirmed.content === prompt.trim() ? '' : prompt}
            onChange={setPrompt}
            placeholder={placeholder}
            picker={picker}
            tools={tools.buttons}
            modeSwitch={
              <>
                <ModelMenu isBusy={isBusy} second={second} onSecond={setSecond} />
                {hasScript && <ModeSwitch mode={mode} onMode={chooseMode} isBusy={isBusy} />}
              </>
            }
            isBusy={isBusy}
            onSend={() => send(prompt.trim())}
            onStop={() => void stop()}
          />
          {tools.dialogs}
          <StatusLine isBusy={isBusy} place={queuePlace} allowance={allowance}>
            {!props.hasPage && (
              <>
                <SaveLine />
                <ScriptStatus text={text.working} doc={text.doc} onScene={showScene} />
                {props.share}
              </>
            )}
          </StatusLine>
        </div>
      </div>
    </section>
  )
}
