import { STOPPED_BY_USER } from '../../../contract/generation.ts'
import { RequestError } from '../../lib/request-error.ts'
import { messages } from '../../messages.ts'
import type { Toast } from '../../ui/toast.ts'
import type { Outcome } from './generation/generation.ts'

const words = messages.generation

const reasonOf = (error: unknown): string => {
  if (error instanceof RequestError && error.isNetwork) return messages.connecting.failed
  return error instanceof Error && error.message !== '' ? error.message : words.tryAgain
}

export const limitNotice: Toast = {
  title: words.limitTitle,
  message: words.limit,
  kind: 'error',
}

export const notStartedNotice = (error: unknown): Toast =>
  error instanceof RequestError && error.code === 'monthly_limit'
    ? limitNotice
    : { title: words.notStarted, message: reasonOf(error), kind: 'error' }

/** What a person is told at the end of a generation. */
export function outcomeNotice(outcome: Outcome): Toast {
  switch (outcome.kind) {
    case 'ended':
      if (outcome.job.status === 'completed') return { title: words.done, kind: 'success' }
      if (outcome.job.error === STOPPED_BY_USER)
        return { title: words.stoppedTitle, message: words.stopped }
      return { title: words.failed, message: outcome.job.error ?? words.tryAgain, kind: 'error' }
    case 'refused':
      return notStartedNotice(outcome.error)
    case 'noJob':
      return { title: words.noJob, message: words.tryAgain, kind: 'error' }
    case 'lost':
      return { title: words.failed, message: reasonOf(outcome.error), kind: 'error' }
    case 'patience':
      return { title: words.failed, message: words.patience, kind: 'error' }
    case 'timeout':
      return { title: words.timeoutTitle, message: words.timeout, kind: 'error' }
  }
}
