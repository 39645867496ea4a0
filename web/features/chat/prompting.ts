import { onlineManager } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { newId } from '../../lib/ids.ts'
import { RequestError } from '../../lib/backend/request-error.ts'
import { messages as words } from '../../messages.ts'
import { clearFailure, report } from '../../ui/feedback/failures.ts'
import type { Scope } from '../document/scope/scope.ts'
import { useSession } from '../document/session.tsx'
import type { AskedText, PromptMode } from './api/generation.ts'
import type { Message } from './api/messages.ts'
import { chosenModel } from './api/models.ts'
import { hasGenerationsLeft, useAllowance } from './api/usage.ts'
import { chatPlace } from './failure-place.ts'
import type { AskAgain } from './generation/generation.ts'
import {
  goneNotice,
  limitNotice,
  notStartedNotice,
  ScopeGone,
} from './generation/outcome-notice.ts'
import type { Start } from './generation/use-generation-control.ts'
import { actionOf, type QuickAction } from './prompt/quick-actions.tsx'

const ALTERNATIVES = 3
/** After so many requests the text is sent along, however often others change it. */
const TRIES = 3

type Prompting = {
  mode: PromptMode
  /** Whom the answer to a question speaks for; null for nobody else. */
  as: string | null
  start: (start: Start) => void
  /** The prompt is on its way, and shown in the chat. */
  onShown: () => void
  /** A model to ask too, for the next prompt; undefined for none. */
  second: string | undefined
  /** It is stored, possibly in a new conversation. */
  onStored: (message: Message, conversationId: string) => void
}

/** How a prompt is to be answered; without a scope it is about the whole script. */
type Asking = {
  mode: PromptMode
  /** Of a question: whom the answer speaks for. */
  as?: string | null
  action?: QuickAction | undefined
  scope: Scope | null
}

const isRefusal = (error: unknown, code: string) =>
  error instanceof RequestError && error.code === code

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

/** Sends prompts about the scope: one request for each, once the server has the text that it is about. */
export function usePrompting({ mode, as, start, second, onShown, onStored }: Prompting) {
  const { userId, id, conversationId, text, scope: scopes } = useSession()
  const place = chatPlace(conversationId)
  const { data: allowance, refetch } = useAllowance(userId)
  const [isSending, setIsSending] = useState(false)

  const attempt = useCallback(
    async (work: () => Promise<void>, count: number): Promise<void> => {
      setIsSending(true)
      clearFailure(place)
      try {
        const readAgain = async () => {
          // Offline, a query waits for the connection.
          const { data, isError = true } = onlineManager.isOnline() ? await refetch() : {}
          return isError ? undefined : data
        }
        if (await hasGenerationsLeft(allowance, readAgain, count)) await work()
        else report(place, limitNotice)
      } catch (error) {
        // The prompt is still in its box.
        report(place, notStartedNotice(error))
      } finally {
        setIsSending(false)
      }
    },
    [allowance, refetch, place],
  )

  /** The text as the server has it now, and the range that may change. If `isSent`, the text is sent along. */
  async function textFor({ action, scope }: Asking, isSent: boolean): Promise<AskedText> {
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
  function askAgainWith(asking: Asking, isStored: boolean): AskAgain {
    let tries = 1
    return async (error) => {
      const isGone = isRefusal(error, 'draft_not_found')
      if (isStored && (isGone || tries >= TRIES)) return undefined
      // A conversation outlives its script, but none begins about a script that is gone.
      if (isGone ? conversationId === null : !isRefusal(error, 'draft_changed')) return undefined
      tries += 1
      if (!isGone) await text.refresh()
      return textFor(asking, !isStored && (isGone || tries >= TRIES))
    }
  }

  const ask = (
    prompt: string,
    asking: Asking,
    more: {
      message?: Message
      isAgain?: boolean
      continued?: Message
      parent?: string
      model?: string | undefined
      second?: string | undefined
    },
  ) =>
    attempt(
      async () => {
        const { message, isAgain, continued, parent } = more
        // The text has to be one that the server has: a branch leaves it, and a comparison applies its answer later.
        const isStored = parent !== undefined || more.second !== undefined
        const conversation = conversationId ?? newId()
        const model = more.model ?? chosenModel()
        const asked = await textFor(asking, false)
        start({
          request: {
            ...asked,
            ...(isStored && { revision: asked.revision ?? 0 }),
            ...(parent !== undefined && { parent }),
            prompt,
            scriptId: id,
            conversationId: conversation,
            begins: conversationId === null,
            mode: asking.mode,
            ...(asking.mode === 'ask' && asking.as && { as: asking.as }),
            alternatives: asking.action === 'alternatives' ? ALTERNATIVES : null,
            ...(message && { message }),
            ...(model && { model }),
            ...(more.second && { second: more.second }),
            ...(continued && { continues: continued.id }),
          },
          askAgain: askAgainWith(asking, isStored),
          ...(continued && { continued }),
          ...(message && !isAgain && { onStored: () => onStored(message, conversation) }),
        })
        onShown()
      },
      more.second === undefined ? 1 : 2,
    )

  const send = (prompt: string, asking: Asking) =>
    void ask(prompt, asking, { message: messageOf(prompt, asking), second })

  /** Repeats a prompt as it was asked, unless its scope has to be chosen again. */
  function askedAgain(prompt: Message, continued?: Message): void {
    const { current } = scopes.snapshot()
    const { content, scope: note, job } = prompt
    if (note !== null && note !== current?.note) return report(place, goneNotice)
    const how = { mode: job?.mode ?? mode, as: job?.answer_as ?? null, action: actionOf(content) }
    const scope = note === null ? null : current
    void ask(
      content,
      { ...how, scope },
      continued ? { continued } : { message: prompt, isAgain: true },
    )
  }

  return {
    isSending,
    allowance,
    /** Sends a ready prompt, whatever the writer has chosen for the next one. */
    sendReady: (prompt: string, its: PromptMode) =>
      send(prompt, { mode: its, scope: scopes.snapshot().current }),
    send: (prompt: string) => send(prompt, { mode, as, scope: scopes.snapshot().current }),
    /** Without a scope, an action is about the scene with the cursor. */
    act: (action: QuickAction, prompt: string) => {
      const scope = scopes.snapshot().current ?? scopes.scene()
      if (action === 'alternatives' && !scope) {
        const { goneTitle: title, needed: message } = words.scope
        report(place, { title, message, kind: 'error' })
        return
      }
      if (scope && !scopes.snapshot().current) scopes.choose(scope)
      send(prompt, { mode: 'change', action, scope })
    },
    /** Asks for another answer to a message, which is not stored a second time. */
    retry: (prompt: Message) => askedAgain(prompt),
    /** Asks for another answer, beside the one that follows a message; the server knows how it was asked. */
    tryAgain: (prompt: Message, parent: string, model: string | undefined) => {
      const asking = {
        mode: prompt.job?.mode ?? mode,
        action: actionOf(prompt.content),
        scope: null,
      }
      void ask(prompt.content, asking, { message: prompt, isAgain: true, parent, model })
    },
    /** Asks something else in place of a prompt, after the same message, or from the beginning. */
    edit: (prompt: Message, parent: string | undefined, content: string) => {
      const { current } = scopes.snapshot()
      if (prompt.scope !== null && prompt.scope !== current?.note) return report(place, goneNotice)
      const scope = prompt.scope === null ? null : current
      const asking = { mode: prompt.job?.mode ?? mode, action: actionOf(content), scope }
      const message = messageOf(content, asking)
      void ask(content, asking, { message, isAgain: true, parent: parent ?? message.id })
    },
    /** Asks for the rest of an answer that was cut off. */
    continueAnswer: (answer: Message, prompt: Message) => askedAgain(prompt, answer),
  }
}
