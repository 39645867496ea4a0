import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { RequestError } from '../../lib/backend/request-error.ts'
import { draftStorage } from '../../lib/draft-storage.ts'
import { newId } from '../../lib/ids.ts'
import { Store } from '../../lib/store.ts'
import { messages as words } from '../../messages.ts'
import { clearFailure, isPlaceShown, report } from '../../ui/feedback/failures.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import type { DocumentText } from '../document/document-text.ts'
import { draftKey, movePrompt, promptOwner, readPrompt } from '../document/drafts.ts'
import type { ScopeStore } from '../document/scope/scope-store.ts'
import type { Scope } from '../document/scope/scope.ts'
import { ownRequests } from '../document/sync/own-requests.ts'
import { chatKeys } from './api/chat-keys.ts'
import {
  type AskedText,
  type GenerationRequest,
  type PromptMode,
  type RunningJob,
  withPrompt,
} from './api/generation.ts'
import { failureOf, type Message, messagesQuery } from './api/messages.ts'
import { chosenModel, secondModel } from './api/models.ts'
import { type Allowance, allowanceQuery, hasGenerationsLeft } from './api/usage.ts'
import { chatPlace } from './failure-place.ts'
import type { AskAgain, Outcome } from './generation/generation.ts'
import { begun, generations } from './generation/generations.ts'
import {
  goneNotice,
  limitNotice,
  notStartedNotice,
  outcomeNotice,
  ScopeGone,
} from './generation/outcome-notice.ts'
import { actionOf, type QuickAction } from './prompt/quick-actions.tsx'

const ALTERNATIVES = 3
/** After so many requests the text is sent along, however often others change it. */
const TRIES = 3

/** The open text, and the conversation about it. */
export type ChatAround = {
  userId: string
  /** Of the text, also before it has an address. */
  id: string
  scriptId: string | null
  conversationId: string | null
  text: Pick<DocumentText, 'text' | 'storedBase' | 'refresh'>
  scope: Pick<ScopeStore, 'snapshot' | 'choose' | 'scene' | 'in'>
  openConversation: (conversationId: string) => void
}

type ChatState = {
  prompt: string
  /** As it was chosen in this conversation. */
  mode: PromptMode
  /** Whom the answer to a question speaks for; null for nobody else. */
  as: string | null
  /** The model that was chosen to be asked too, for the next prompt. */
  second: string | undefined
  /** Incremented with every prompt that is sent. */
  sentCount: number
  isSending: boolean
  /** Whether the prompt is to get the focus. */
  wantsFocus: boolean
  /** To be sent as soon as the chat is shown. */
  ready: { prompt: string; mode: PromptMode } | null
}

/** How a prompt is to be answered; without a scope it is about the whole script. */
type Asking = {
  mode: PromptMode
  /** Of a question: whom the answer speaks for. */
  as?: string | null
  action?: QuickAction | undefined
  scope: Scope | null
}

type More = {
  message?: Message
  /** The message is stored already. */
  isAgain?: boolean
  /** The answer that is continued. */
  continued?: Message
  parent?: string
  model?: string | undefined
  second?: string | undefined
}

const isRefusal = (error: unknown, code: string) =>
  error instanceof RequestError && error.code === code

const modeKey = (userId: string, owner: string) => draftKey('mode', userId, owner)

/** What is kept of a conversation's next prompt. */
const draftOf = (around: ChatAround): Pick<ChatState, 'prompt' | 'mode'> => ({
  prompt: readPrompt(around.userId, promptOwner(around)),
  mode: draftStorage.read(modeKey(around.userId, promptOwner(around))) === 'ask' ? 'ask' : 'change',
})

const keepMode = (userId: string, owner: string, mode: PromptMode): void =>
  draftStorage.write(modeKey(userId, owner), mode === 'ask' ? mode : null)

/** The prompt as it will be stored. */
const messageOf = (prompt: string, { scope, mode, as = null }: Asking): Message => ({
  id: newId(),
  type: 'user',
  kind: 'text',
  content: prompt,
  created_at: new Date().toISOString(),
  job_id: null,
  withheld: null,
  partly_applied: false,
  used_at: null,
  scope: scope?.note ?? null,
  used_examples: [],
  changes: null,
  model: null,
  parent_id: null,
  job: { status: 'pending', error: null, error_code: null, mode, compared: null, answer_as: as },
})

/** The text as the server has it now, and the range that may change. If `isSent`, the text is sent along. */
async function textFor(
  { text, scope: scopes }: ChatAround,
  { action, scope }: Asking,
  isSent: boolean,
): Promise<AskedText> {
  const { doc, revision } = await text.storedBase()
  const asked = { doc, revision: isSent ? null : revision }
  const isContinued = action === 'continue'
  if (!scope) {
    const end = { start: doc.length, end: doc.length }
    return { ...asked, target: isContinued ? end : null }
  }
  const found = scopes.in(doc)
  if (!found) throw new ScopeGone()
  return { ...asked, target: { start: isContinued ? found.end : found.start, end: found.end } }
}

/** For a text that somebody else changed after it was stored from here. */
function askAgainWith(around: ChatAround, asking: Asking, isStored: boolean): AskAgain {
  let tries = 1
  return async (error) => {
    const isGone = isRefusal(error, 'draft_not_found')
    if (isStored && (isGone || tries >= TRIES)) return undefined
    // A conversation outlives its script, but none begins about a script that is gone.
    if (isGone ? around.conversationId === null : !isRefusal(error, 'draft_changed'))
      return undefined
    tries += 1
    if (!isGone) await around.text.refresh()
    return textFor(around, asking, !isStored && (isGone || tries >= TRIES))
  }
}

/** The prompt, and what is asked and answered in the open conversation. */
export class ChatControl {
  readonly state: Store<ChatState>
  readonly #queryClient: QueryClient
  #around: ChatAround
  /** Where the prompt is typed, while it is shown. */
  box: HTMLTextAreaElement | null = null
  /** What was last suggested as the prompt. */
  #suggested: string | null = null

  constructor(queryClient: QueryClient, around: ChatAround) {
    this.#queryClient = queryClient
    this.#around = around
    this.state = new Store<ChatState>({
      ...draftOf(around),
      as: null,
      second: undefined,
      sentCount: 0,
      isSending: false,
      wantsFocus: false,
      ready: null,
    })
  }

  /** Opens the conversation that begins here, until the returned function is called. */
  start(): () => void {
    return begun.subscribe(() => {
      const { conversationId, id, openConversation } = this.#around
      const one = begun.get()
      if (conversationId === null && one?.scriptId === id) openConversation(one.conversationId)
    })
  }

  /** `jobs`: those of the conversation that run, as far as they are known. */
  setAround(around: ChatAround, jobs: readonly RunningJob[] | undefined): void {
    const before = this.#around
    this.#around = around
    if (promptOwner(before) !== promptOwner(around)) this.#set(draftOf(around))
    const { conversationId } = around
    if (conversationId === null || !jobs || this.generation) return
    void generations.join(conversationId, jobs, {
      onEnd: (outcome) => this.#finish(around, conversationId, outcome),
      onPart: () => this.#showPart(conversationId),
    })
  }

  #set(change: Partial<ChatState>): void {
    this.state.set({ ...this.state.get(), ...change })
  }

  get generation() {
    return generations.of(this.#around.conversationId, this.#around.id)
  }

  /** Without a script there is nothing to ask about. */
  get #mode(): PromptMode {
    return this.#around.text.text.trim() === '' ? 'change' : this.state.get().mode
  }

  readonly setBox = (box: HTMLTextAreaElement | null): void => {
    this.box = box
  }

  readonly focus = (): void => this.box?.focus()

  readonly setPrompt = (prompt: string): void => this.#keepPrompt(this.#around, prompt)

  #keepPrompt(around: ChatAround, prompt: string): void {
    const owner = promptOwner(around)
    draftStorage.write(draftKey('prompt', around.userId, owner), prompt === '' ? null : prompt)
    if (owner === promptOwner(this.#around)) this.#set({ prompt })
  }

  /** Puts a text where the cursor is in the prompt, in place of what is selected. */
  readonly insert = (text: string): void => {
    const { prompt } = this.state.get()
    const { selectionStart: start, selectionEnd: end } = this.box ?? {
      selectionStart: prompt.length,
      selectionEnd: prompt.length,
    }
    this.setPrompt(prompt.trim() === '' ? text : prompt.slice(0, start) + text + prompt.slice(end))
  }

  readonly chooseMode = (mode: PromptMode): void => {
    keepMode(this.#around.userId, promptOwner(this.#around), mode)
    this.#set({ mode })
  }

  /** For the next prompt. */
  readonly choose = (how: Partial<Pick<ChatState, 'as' | 'second'>>): void => this.#set(how)

  readonly aboutWholeScript = (): void => {
    this.#around.scope.choose(null)
    this.focus()
  }

  /** Leads to the prompt, with a text for it if there is one: behind what is typed there. */
  readonly suggest = (wanted: string | null): void => {
    if (wanted !== null) {
      const { prompt } = this.state.get()
      const isOwn = prompt.trim() !== '' && prompt !== this.#suggested
      this.#suggested = isOwn ? `${prompt.trimEnd()}\n\n${wanted}` : wanted
      this.setPrompt(this.#suggested)
      this.chooseMode('change')
    }
    this.#set({ wantsFocus: true })
  }

  /** Asks about a part of the script, or all of it, as soon as the chat is shown. */
  readonly askAbout = (prompt: string, mode: PromptMode, scope: Scope | null): void => {
    this.#around.scope.choose(scope)
    this.#set({ ready: { prompt, mode } })
  }

  /** The chat is shown: gives the focus and sends what waited for that. */
  readonly shown = (isLoaded: boolean): void => {
    const { wantsFocus, ready } = this.state.get()
    if (wantsFocus) {
      this.focus()
      this.#set({ wantsFocus: false })
    }
    if (!ready || !isLoaded) return
    const isBusy = this.state.get().isSending || this.generation !== undefined
    this.#set({ ready: null })
    if (!isBusy) this.#send(ready.prompt, { mode: ready.mode, scope: this.#scope })
  }

  get #scope(): Scope | null {
    return this.#around.scope.snapshot().current
  }

  readonly send = (): void =>
    this.#send(this.state.get().prompt.trim(), {
      mode: this.#mode,
      as: this.state.get().as,
      scope: this.#scope,
    })

  #send(prompt: string, asking: Asking): void {
    const second = secondModel(this.state.get().second)
    void this.#ask(prompt, asking, { message: messageOf(prompt, asking), second })
  }

  /** Without a scope, an action is about the scene with the cursor. */
  readonly act = (action: QuickAction, prompt: string): void => {
    const { scope: scopes, conversationId } = this.#around
    const scope = this.#scope ?? scopes.scene()
    if (action === 'alternatives' && !scope) {
      const { goneTitle: title, needed: message } = words.scope
      report(chatPlace(conversationId), { title, message, kind: 'error' })
      return
    }
    if (scope && !this.#scope) scopes.choose(scope)
    this.#send(prompt, { mode: 'change', action, scope })
  }

  /** Asks for another answer to a message, which is not stored a second time. */
  readonly retry = (prompt: Message): void =>
    this.#askedAgain(prompt, { message: prompt, isAgain: true })

  /** Asks for the rest of an answer that was cut off. */
  readonly continueAnswer = (answer: Message, prompt: Message): void =>
    this.#askedAgain(prompt, { continued: answer })

  /** Repeats a prompt as it was asked, unless its scope has to be chosen again. */
  #askedAgain(prompt: Message, more: More): void {
    const asking = this.#askingOf(prompt, prompt.content)
    if (asking)
      void this.#ask(prompt.content, { ...asking, as: prompt.job?.answer_as ?? null }, more)
  }

  /** How a prompt was asked; undefined if its scope has to be chosen again, which is said. */
  #askingOf({ scope: note, job }: Message, content: string): Asking | undefined {
    const scope = this.#scope
    if (note !== null && note !== scope?.note) {
      report(chatPlace(this.#around.conversationId), goneNotice)
      return undefined
    }
    const mode = job?.mode ?? this.#mode
    return { mode, action: actionOf(content), scope: note === null ? null : scope }
  }

  /** Asks for another answer, beside the one that follows a message; the server knows how it was asked. */
  readonly tryAgain = (prompt: Message, parent: string, model: string | undefined): void => {
    const mode = prompt.job?.mode ?? this.#mode
    const asking = { mode, action: actionOf(prompt.content), scope: null }
    void this.#ask(prompt.content, asking, { message: prompt, isAgain: true, parent, model })
  }

  /** Asks something else in place of a prompt, after the same message, or from the beginning. */
  readonly edit = (prompt: Message, parent: string | undefined, content: string): void => {
    const asking = this.#askingOf(prompt, content)
    if (!asking) return
    const message = messageOf(content, asking)
    void this.#ask(content, asking, { message, isAgain: true, parent: parent ?? message.id })
  }

  readonly stop = async (): Promise<void> => {
    const { conversationId } = this.#around
    try {
      await this.generation?.stop()
    } catch {
      const { stopFailedTitle: title, stopFailed: message } = words.generation
      report(chatPlace(conversationId), { title, message, kind: 'error' })
    }
  }

  /** One request, once the server has the text that it is about. */
  async #ask(prompt: string, asking: Asking, more: More): Promise<void> {
    const around = this.#around
    const chosenMode = this.#mode
    const { userId, conversationId } = around
    const place = chatPlace(conversationId)
    this.#set({ isSending: true })
    clearFailure(place)
    try {
      const query = allowanceQuery(userId)
      const readAgain = async () =>
        // Offline, a query waits for the connection.
        onlineManager.isOnline()
          ? this.#queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
          : undefined
      const known = this.#queryClient.getQueryData(query.queryKey)
      if (!(await hasGenerationsLeft(known, readAgain, more.second === undefined ? 1 : 2)))
        return report(place, limitNotice)
      // The text has to be one that the server has: a branch leaves it, and a comparison applies its answer later.
      const isStored = more.parent !== undefined || more.second !== undefined
      const asked = await textFor(around, asking, false)
      const request = {
        ...requestOf(prompt, asking, more),
        ...asked,
        ...(isStored && { revision: asked.revision ?? 0 }),
        scriptId: around.id,
        conversationId: conversationId ?? newId(),
        begins: conversationId === null,
        idempotencyKey: ownRequests.begin(),
      }
      const { message } = more
      this.#start(around, request, {
        askAgain: askAgainWith(around, asking, isStored),
        continued: more.continued,
        onStored: () => {
          if (message && !more.isAgain)
            this.#stored(around, message, request.conversationId, chosenMode)
        },
      })
      this.#set({ sentCount: this.state.get().sentCount + 1 })
    } catch (error) {
      // The prompt is still in its box.
      report(place, notStartedNotice(error))
    } finally {
      this.#set({ isSending: false })
    }
  }

  /** A prompt is stored, possibly in a new conversation. */
  #stored(around: ChatAround, message: Message, storedIn: string, mode: PromptMode): void {
    const { userId, scriptId } = around
    this.#set({ second: undefined })
    const owner = promptOwner(around)
    const stored = promptOwner({ scriptId, conversationId: storedIn })
    // A conversation that begins goes on as the prompt before it was sent.
    if (stored !== owner) keepMode(userId, stored, mode)
    if (readPrompt(userId, owner).trim() === message.content) this.#keepPrompt(around, '')
    // A quick action was sent, or something was typed since: that is kept for later.
    else movePrompt(userId, owner, stored)
  }

  #start(
    around: ChatAround,
    request: GenerationRequest,
    how: { askAgain: AskAgain; continued: Message | undefined; onStored: () => void },
  ): void {
    const { conversationId: conversation, scriptId, message, begins } = request
    const { userId, text } = around
    const client = this.#queryClient
    const place = chatPlace(begins ? null : conversation)
    clearFailure(place)

    const showMessage = () => {
      if (!message) return
      const key = chatKeys.messages(conversation)
      // Its response may not have the message yet.
      void client.cancelQueries({ queryKey: key })
      client.setQueryData<Message[]>(key, (list = []) => withPrompt(list, request))
      void client.invalidateQueries({ queryKey: chatKeys.conversations(userId) })
      how.onStored()
      if (begins) begun.set({ conversationId: conversation, scriptId })
    }

    /** Nothing is stored, as far as is known: the prompt is still in its box. */
    const endUnaccepted = (outcome: Outcome) => {
      report(place, outcomeNotice(outcome))
      void client.invalidateQueries({ queryKey: chatKeys.allowance(userId) })
      // A generation started by another tab may be running.
      void client.invalidateQueries({ queryKey: chatKeys.running(conversation) })
      if (outcome.kind !== 'stopped') return
      // Do not wait for the cancellation: stopping works offline too.
      void outcome.cancelled.then((isStored) => {
        if (isStored) showMessage()
        void client.invalidateQueries({ queryKey: chatKeys.all })
        return text.refresh()
      })
    }

    const { waitingTitle: title, waiting } = words.generation
    void generations.start(request, how.continued?.content ?? '', {
      onWaiting: () => showToast({ title, message: waiting }),
      askAgain: how.askAgain,
      onAccepted: () => {
        client.setQueryData<Allowance>(
          chatKeys.allowance(userId),
          (known) => known && { ...known, used: known.used + (request.second ? 2 : 1) },
        )
        showMessage()
      },
      onEnd: async (outcome, isAccepted) => {
        if (isAccepted) await this.#finish(around, conversation, outcome)
        else endUnaccepted(outcome)
      },
      onPart: () => this.#showPart(conversation),
    })
  }

  /** Shows that one of two answers has ended. */
  #showPart(conversation: string): void {
    this.#compareAgain(conversation)
    void this.#queryClient.invalidateQueries({ queryKey: chatKeys.messages(conversation) })
  }

  #compareAgain(conversation: string): void {
    const { compared } = generations.of(conversation) ?? {}
    if (!compared) return
    void this.#queryClient.invalidateQueries({ queryKey: chatKeys.compared(compared) })
  }

  /** Reads the conversation again for the stored answer. */
  async #finish({ userId, text }: ChatAround, conversation: string, outcome: Outcome) {
    const client = this.#queryClient
    const { jobId } = generations.of(conversation) ?? {}
    this.#compareAgain(conversation)
    void client.invalidateQueries({ queryKey: chatKeys.allowance(userId) })
    void client.invalidateQueries({ queryKey: chatKeys.conversations(userId) })
    void client.invalidateQueries({ queryKey: chatKeys.running(conversation) })
    // What is being read may be from before the end.
    await client.cancelQueries({ queryKey: chatKeys.messages(conversation) })
    // The stored answer replaces the growing one; offline, the growing one stays.
    void client.invalidateQueries({ queryKey: chatKeys.branches(conversation) })
    const messagesNow = client.fetchQuery({ ...messagesQuery(conversation), staleTime: 0 })
    const [read] = await Promise.allSettled([messagesNow, text.refresh()])
    const list = read.status === 'fulfilled' ? read.value : []
    const place = chatPlace(conversation)
    const notice = outcomeNotice(outcome)
    // The prompt says why it was not answered.
    const isInPlace = list.some((one) => one.job_id === jobId && failureOf(one) !== undefined)
    if (!isInPlace) report(place, notice)
    else if (notice.isSpecified || !isPlaceShown(place)) showToast(notice)
  }
}

/** The part of a request that the prompt decides. */
function requestOf(prompt: string, { mode, as, action }: Asking, more: More) {
  const model = more.model ?? chosenModel()
  const { parent, message, second, continued } = more
  return {
    ...(parent !== undefined && { parent }),
    prompt,
    mode,
    ...(mode === 'ask' && as && { as }),
    alternatives: action === 'alternatives' ? ALTERNATIVES : null,
    ...(message && { message }),
    ...(model && { model }),
    ...(second && { second }),
    ...(continued && { continues: continued.id }),
  }
}
