import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  createContext,
  use,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ShowBranchAnswer } from '../../../contract/generation.ts'
import { MAX_ROWS } from '../../../contract/limits.ts'
import { errorText } from '../../error-text.ts'
import { callFunction } from '../../lib/backend/functions.ts'
import { listRetry } from '../../lib/backend/list-retry.ts'
import { dataOf } from '../../lib/backend/request-error.ts'
import { supabase } from '../../lib/backend/supabase.ts'
import type { DocumentText } from '../document/document-text.ts'
import { pause } from '../../lib/timing.ts'
import { useControl } from '../../lib/use-control.ts'
import { useStable } from '../../lib/use-stable.ts'
import { messages as words } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { report } from '../../ui/feedback/failures.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { chatKeys } from './api/chat-keys.ts'
import { type Message, MESSAGE_COLUMNS } from './api/messages.ts'
import type { ChatControl } from './chat-control.ts'
import { chatPlace } from './failure-place.ts'

const texts = words.chat

const DRAWN_WITHIN = 50

const none: readonly Message[] = []

/** The messages that could stand in one place, oldest first, and which of them does. */
type Fork = { ids: string[]; at: number }

/** All messages of a conversation, shown or not, in the order of time, each with what it follows: null for nothing. */
const branchesQuery = (conversationId: string) =>
  queryOptions({
    queryKey: chatKeys.branches(conversationId),
    queryFn: async ({ signal }): Promise<Message[]> => {
      const all: Message[] = []
      for (;;) {
        const page = await dataOf(
          supabase()
            .rpc('branches_of', { conversation_id: conversationId })
            .select(MESSAGE_COLUMNS)
            .range(all.length, all.length + MAX_ROWS - 1)
            .abortSignal(signal),
        )
        all.push(...(page as Message[]))
        if (page.length < MAX_ROWS) return all
      }
    },
    ...listRetry,
    staleTime: 30_000,
  })

function forksOf(all: readonly Message[]) {
  /** By the message that they follow; null for those that begin. */
  const children = new Map<string | null, string[]>()
  const forks = new Map<string, Fork>()
  for (const { id, parent_id } of all) {
    const ids = children.get(parent_id) ?? []
    children.set(parent_id, ids)
    forks.set(id, { ids, at: ids.length })
    ids.push(id)
  }
  const byId = new Map(all.map((message) => [message.id, message]))
  /** The branch through a message, to its newest end. */
  const branchThrough = (messageId: string): Message[] => {
    let last = messageId
    for (let next = children.get(last); next; next = children.get(last)) last = next.at(-1) ?? last
    const branch: Message[] = []
    for (let at = byId.get(last); at; at = byId.get(at.parent_id ?? ''))
      // As it is stored, a message that begins a branch names itself.
      branch.unshift(at.parent_id === null ? { ...at, parent_id: at.id } : at)
    return branch
  }
  const forkOf = (messageId: string): Fork | undefined => {
    const fork = forks.get(messageId)
    return fork && fork.ids.length > 1 ? fork : undefined
  }
  return { children, forkOf, branchThrough }
}

/** An answer of two that is used, and its prompt if the writer chooses from both. */
type Used = { answer: Message; prompt: Message | undefined }

/** A message as it is when the answer is used, before the server says so. */
function asUsed(message: Message, { answer, prompt }: Used): Message {
  if (message.id === prompt?.id) return { ...message, used_at: new Date().toISOString() }
  const isUsed = message.id === answer.id && message.withheld === 'compared'
  return isUsed ? { ...message, withheld: null } : message
}

type Branching = {
  forkOf: (messageId: string) => Fork | undefined
  /** The newest message after the last one shown, if there is any. */
  next: string | undefined
  /** Shows the branch through a message; undefined while busy. */
  show: ((messageId: string, direction?: Direction) => void) | undefined
  /** When something was first asked: what was said before that cannot be tried again. */
  firstPrompt: string | undefined
  /** Asks for another answer; undefined while busy. */
  tryAgain: ((answer: Message, model?: string) => void) | undefined
  /** Asks something else in place of a prompt; undefined while busy. */
  edit: ((prompt: Message, content: string) => void) | undefined
  /** Uses one of two answers that were compared. Resolves when the script has it, or why not was said. */
  use: (answer: Message, prompt?: Message) => Promise<void>
  /** All messages if there are branches, shown or not. */
  all: readonly Message[]
  /** Which button gets the focus when the message is there; once. */
  takeFocus: (messageId: string) => Direction | undefined
}
type Direction = 'previous' | 'next'

export const Branches = createContext<Branching | null>(null)

type BranchesAround = {
  conversationId: string | null
  messages: readonly Message[]
  changeOnServer: DocumentText['changeOnServer']
}

type Asking = Pick<ChatControl, 'tryAgain' | 'edit'>

/** Leads from one branch of the conversation to another. */
class BranchControl {
  readonly #queryClient: QueryClient
  readonly #chat: Asking
  #around: BranchesAround
  #tree = forksOf(none)
  #wanted: { id: string; direction: Direction } | null = null
  #isSwitching = false
  /** What was chosen while another branch was on its way. */
  #chosenNext: (() => void) | null = null

  constructor(queryClient: QueryClient, chat: Asking, around: BranchesAround) {
    this.#queryClient = queryClient
    this.#chat = chat
    this.#around = around
  }

  setAround(around: BranchesAround, tree: ReturnType<typeof forksOf>): void {
    this.#around = around
    this.#tree = tree
  }

  readonly show = (id: string, direction?: Direction): void => void this.#show(id, direction)

  readonly use = (answer: Message, prompt?: Message): Promise<void> =>
    this.#show(answer.id, 'next', { answer, prompt })

  async #show(messageId: string, direction?: Direction, used?: Used): Promise<void> {
    const { conversationId, messages, changeOnServer } = this.#around
    if (conversationId === null) return
    const queryClient = this.#queryClient
    const queryKey = chatKeys.messages(conversationId)
    this.#wanted = direction ? { id: messageId, direction } : null
    // Shown at once: the messages are here, and the script follows.
    void queryClient.cancelQueries({ queryKey, exact: true })
    // Those that stay are the same objects, and are not rendered again.
    const known = new Map(messages.map((message) => [message.id, message]))
    const found = this.#tree.branchThrough(messageId)
    // Without other branches it is shown already.
    const branch = (found.length > 0 ? found : messages)
      .map((message) => known.get(message.id) ?? message)
      .map((message) => (used ? asUsed(message, used) : message))
    queryClient.setQueryData(queryKey, branch)
    if (this.#isSwitching) {
      this.#chosenNext = () => void this.#show(messageId, direction, used)
      return
    }
    this.#isSwitching = true
    // Storing the script takes a moment: the messages are drawn first.
    await pause(DRAWN_WITHIN)
    const body = { conversationId, messageId, ...(used && { use: true }) }
    const readAgain = () => {
      if (!this.#chosenNext) void queryClient.invalidateQueries({ queryKey })
    }
    try {
      const { keptLines } = await changeOnServer(async (idempotencyKey) => {
        const asked = { ...body, idempotencyKey }
        const answer = await callFunction<ShowBranchAnswer>('show-branch', { body: asked })
        readAgain()
        return answer
      })
      if (keptLines) showToast({ title: texts.partlyApplied })
    } catch (error) {
      const { branchFailedTitle: title, branchFailed } = texts
      const message = errorText(error, branchFailed)
      report(chatPlace(conversationId), { title, message, kind: 'error' })
      // It may have been deleted in another tab.
      readAgain()
    } finally {
      this.#isSwitching = false
      const next = this.#chosenNext
      this.#chosenNext = null
      next?.()
    }
  }

  #before({ id }: Message): string | undefined {
    const { messages } = this.#around
    return messages[messages.findIndex((message) => message.id === id) - 1]?.id
  }

  readonly tryAgain = (answer: Message, model?: string): void => {
    const { messages } = this.#around
    const parent = this.#before(answer)
    const prompts = messages
      .slice(0, messages.indexOf(answer))
      .filter(({ type }) => type === 'user')
    const asked = prompts.find(({ job_id }) => job_id && job_id === answer.job_id)
    const prompt = asked ?? prompts.at(-1)
    if (prompt && parent !== undefined) this.#chat.tryAgain(prompt, parent, model)
  }

  readonly edit = (prompt: Message, content: string): void =>
    this.#chat.edit(prompt, this.#before(prompt), content)

  readonly takeFocus = (messageId: string): Direction | undefined => {
    const { id, direction } = this.#wanted ?? {}
    if (id !== messageId) return undefined
    this.#wanted = null
    return direction
  }
}

/** The branches of the conversation. They are read only if a message says that there are any. */
export function useBranches(chat: ChatControl, around: BranchesAround, isBusy: boolean): Branching {
  const { conversationId, messages } = around
  const queryClient = useQueryClient()
  const hasBranches = messages.some(({ parent_id }) => parent_id)
  const { data } = useQuery({
    ...branchesQuery(conversationId ?? ''),
    enabled: conversationId !== null && hasBranches,
  })
  const all = (hasBranches && data) || none
  const tree = useMemo(() => forksOf(all), [all])
  const [control] = useState(() => new BranchControl(queryClient, chat, around))
  useControl(control, around, tree)
  const { use: choose, takeFocus } = control
  // The same as long as it can be: every message reads it, while a prompt is typed too.
  return useStable({
    forkOf: tree.forkOf,
    next: tree.children.get(messages.at(-1)?.id ?? '')?.at(-1),
    show: isBusy ? undefined : control.show,
    firstPrompt: messages.find(({ type }) => type === 'user')?.created_at,
    tryAgain: isBusy ? undefined : control.tryAgain,
    edit: isBusy ? undefined : control.edit,
    use: choose,
    all,
    takeFocus,
  })
}

/** ‹ 2 of 3 ›: moves between the messages that could stand in one place. */
export function BranchPager({ messageId }: { messageId: string }) {
  const branches = use(Branches)
  const group = useRef<HTMLFieldSetElement>(null)
  const fork = branches?.forkOf(messageId)
  const isFork = fork !== undefined
  const takeFocus = useEffectEvent(() => branches?.takeFocus(messageId))
  useLayoutEffect(() => {
    const direction = isFork && takeFocus()
    if (!direction) return
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])]
    const chosen = buttons[direction === 'previous' ? 0 : 1]
    // At the end of the row the other button leads back.
    const button = chosen?.disabled ? buttons.find((one) => !one.disabled) : chosen
    button?.focus()
  }, [isFork])
  if (!branches || !fork) return null
  const { ids, at } = fork
  const label = texts.place(at + 1, ids.length)
  const step = (direction: Direction, to: string | undefined) => (
    <Button
      variant="ghost"
      size="icon"
      aria-label={texts[direction]}
      disabled={to === undefined || !branches.show}
      onClick={() => to !== undefined && branches.show?.(to, direction)}
      className="size-7 touch:size-11"
    >
      {direction === 'previous' ? <ChevronLeft /> : <ChevronRight />}
    </Button>
  )
  return (
    <fieldset ref={group} aria-label={label} className="flex items-center text-xs text-ink-2">
      {step('previous', ids[at - 1])}
      <span aria-hidden="true" className="mx-1.5 whitespace-nowrap tabular-nums">
        {label}
      </span>
      {step('next', ids[at + 1])}
    </fieldset>
  )
}
