import { useRef } from 'react'
import { messages as words } from '../../../../messages.ts'
import { report } from '../../../../ui/feedback/failures.ts'
import type { Asking, PromptMode } from '../../../chat/api/asking.ts'
import type { Message } from '../../../chat/api/messages.ts'
import { chatPlace } from '../../../chat/failure-place.ts'
import { actionOf, type QuickAction } from '../../../chat/prompt/quick-actions.tsx'
import { goneNotice, useSend } from '../../../chat/use-send.ts'
import { askingAbout } from './asking.ts'
import type { ScopeStore } from './scope-store.ts'

type Prompting = Parameters<typeof useSend>[0] & { store: ScopeStore; mode: PromptMode }

/** Sends prompts about the scope. */
export function usePrompting({ store, mode, onSent, ...sending }: Prompting) {
  const place = chatPlace(sending.conversationId)
  /** The modes of the prompts sent during this visit, by message id. */
  const modes = useRef(new Map<string, PromptMode>())
  const { send, retry, continueAnswer, isSending, allowance } = useSend({
    ...sending,
    onSent: (sent, prompt, asking) => {
      modes.current.set(sent.messageId, asking.mode)
      onSent(sent, prompt, asking)
    },
  })

  /** Repeats how a prompt was asked; undefined if its scope has to be chosen again. */
  function askedAgain({ id, content, scope }: Message): Asking | undefined {
    const { current } = store.snapshot()
    const how = { mode: modes.current.get(id) ?? mode, action: actionOf(content) }
    if (scope === null) return askingAbout(store, null, how)
    if (scope === current?.note) return askingAbout(store, current, how)
    report(place, goneNotice)
    return undefined
  }

  return {
    isSending,
    allowance,
    send: (prompt: string) =>
      void send(prompt, askingAbout(store, store.snapshot().current, { mode })),
    /** Without a scope, an action is about the scene with the cursor. */
    act: (action: QuickAction, prompt: string) => {
      const scope = store.snapshot().current ?? store.scene()
      if (action === 'alternatives' && !scope) {
        const { goneTitle: title, needed: message } = words.scope
        report(place, { title, message, kind: 'error' })
        return
      }
      if (scope && !store.snapshot().current) store.choose(scope)
      void send(prompt, askingAbout(store, scope, { mode: 'change', action }))
    },
    retry: (message: Message) => {
      const asking = askedAgain(message)
      if (asking) void retry(message, asking)
    },
    continueAnswer: (answer: Message, prompt: Message) => {
      const asking = askedAgain(prompt)
      if (asking) void continueAnswer(answer, prompt, asking)
    },
  }
}
