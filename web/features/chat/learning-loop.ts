import { createContext } from 'react'
import { useMemo } from 'react'
import { RequestError } from '../../lib/request-error.ts'
import { messages } from '../../messages.ts'
import { showToast } from '../../ui/toast.ts'
import { SIGNED_OUT, useKeepMessage, useKeptMessages } from './api/learning-loop.ts'
import type { Message } from './api/messages.ts'

const { chat } = messages

type Loop = {
  kept: ReadonlySet<string>
  /** The one that is on its way. */
  keeping: string | undefined
  keep: (message: Message) => void
}

/** Undefined for whoever has no access: then nothing of it is shown. */
export const LearningLoop = createContext<Loop | undefined>(undefined)

const nothing: ReadonlySet<string> = new Set()

export function useLearningLoop(userId: string, hasAccess: boolean): Loop | undefined {
  const { data: kept = nothing } = useKeptMessages(userId, hasAccess)
  const { mutate, isPending, variables } = useKeepMessage(userId)
  const keeping = isPending ? variables.id : undefined
  return useMemo(() => {
    if (!hasAccess) return undefined
    const keep = (message: Message) =>
      mutate(message, {
        onSuccess: () => showToast({ title: chat.keepDone, kind: 'success' }),
        onError: (error) => showToast({ title: sentenceOf(error), kind: 'error' }),
      })
    return { kept, keeping, keep }
  }, [hasAccess, kept, keeping, mutate])
}

const sentenceOf = (error: Error) =>
  error instanceof RequestError && error.code === SIGNED_OUT ? chat.keepSignedOut : chat.keepFailed
