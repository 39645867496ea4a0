import { createContext, useMemo, useRef } from 'react'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { SIGNED_OUT } from '../../../lib/backend/require-session.ts'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { useKeepMessage, useKeptMessages } from '../api/learning-loop.ts'
import type { Message } from '../api/messages.ts'

const { chat } = messages

type Loop = {
  kept: ReadonlySet<string>
  /** The id of the message being saved. */
  keeping: string | undefined
  keep: (message: Message) => Promise<void>
  /** Shows all examples. */
  manage: () => void
}

/** Undefined for users without access, who see nothing of it. */
export const LearningLoop = createContext<Loop | undefined>(undefined)

const none: ReadonlySet<string> = new Set()

export function useLearningLoop(
  userId: string,
  hasAccess: boolean,
  manage: () => void,
): Loop | undefined {
  const { data: kept = none } = useKeptMessages(userId, hasAccess)
  const { mutateAsync, isPending, variables } = useKeepMessage(userId)
  const keeping = isPending ? variables.id : undefined
  const pending = useRef(new Set<string>())
  return useMemo(() => {
    if (!hasAccess) return undefined
    async function keep(message: Message): Promise<void> {
      // A double click.
      if (pending.current.has(message.id)) return
      pending.current.add(message.id)
      try {
        await mutateAsync(message)
        showToast({ title: chat.keepDone, kind: 'success' })
      } catch (error) {
        showToast({ title: sentenceOf(error), kind: 'error' })
      } finally {
        pending.current.delete(message.id)
      }
    }
    return { kept, keeping, keep, manage }
  }, [hasAccess, kept, keeping, mutateAsync, manage])
}

const sentenceOf = (error: unknown) =>
  error instanceof RequestError && error.code === SIGNED_OUT ? chat.keepSignedOut : chat.keepFailed
