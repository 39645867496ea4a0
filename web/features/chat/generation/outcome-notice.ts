import { errorText } from '../../../error-text.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { messages } from '../../../messages.ts'
import type { Toast } from '../../../ui/feedback/toast.ts'
import type { EndedJob } from './follow-text.ts'
import type { Outcome } from './generation.ts'

const words = messages.generation

const reasonOf = (error: unknown): string => {
  const reasons: Record<string, string> = words.reasons
  const known = error instanceof RequestError ? reasons[error.code] : undefined
  return known ?? errorText(error, words.tryAgain)
}

/** The place says it too, and keeps saying it when the toast is gone. */
const specified = (title: string, message: string): Toast => ({
  title,
  message,
  kind: 'error',
  isSpecified: true,
})

export const limitNotice: Toast = specified(words.limitTitle, words.limit)

/** The part of the script that a prompt is about is gone. */
export class ScopeGone extends Error {}

/** Says that the prompt's scope is gone and has to be chosen again. */
export const goneNotice: Toast = {
  title: messages.scope.goneTitle,
  message: messages.scope.gone,
  kind: 'error',
}

export function notStartedNotice(error: unknown): Toast {
  if (error instanceof ScopeGone) return goneNotice
  if (error instanceof RequestError && error.code === 'monthly_limit') return limitNotice
  return specified(words.notStarted, reasonOf(error))
}

const failed = (message: string): Toast => specified(words.failed, message)

const stoppedNotice: Toast = { title: words.stoppedTitle, message: words.stopped }
const timeoutNotice: Toast = specified(words.timeoutTitle, words.timeout)

function endNotice({ status, withheld, error, code }: EndedJob): Toast {
  if (status === 'completed' && withheld === 'question')
    return { title: words.answered, kind: 'success' }
  if (status === 'completed' && withheld === 'compared')
    return { title: words.compared, kind: 'success' }
  // The line below the answer says why.
  if (status === 'completed' && withheld) return { title: words.withheld }
  if (status === 'completed') return { title: words.done, kind: 'success' }
  if (code === 'stopped') return stoppedNotice
  if (code === 'timeout') return timeoutNotice
  return failed(error ?? words.tryAgain)
}

/** The toast at the end of a generation. */
export function outcomeNotice(outcome: Outcome): Toast {
  if (outcome.kind === 'ended') return endNotice(outcome.job)
  if (outcome.kind === 'stopped') return stoppedNotice
  if (outcome.kind === 'refused') return notStartedNotice(outcome.error)
  if (outcome.kind === 'lost') return failed(reasonOf(outcome.error))
  if (outcome.kind === 'poll limit') return failed(words.pollLimit)
  if (outcome.kind === 'no job') return specified(words.noJob, words.tryAgain)
  return timeoutNotice
}
