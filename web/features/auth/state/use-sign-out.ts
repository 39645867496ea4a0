import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../error-text.ts'
import { logError } from '../../../lib/log.ts'
import { prepareSignOut } from '../../../lib/user-state.ts'
import { messages } from '../../../messages/first.ts'
import { report } from '../../../ui/feedback/failures.ts'
import { signOut } from '../api/sign-in.ts'
import { currentSession, expectSignOut } from './session.ts'

const { success, failedTitle, failed, failedReason, unsent } = messages.auth.signOut

/** Where /login shows that the server could not be notified. */
export const SIGN_OUT = 'sign-out'

/** The words of a question about what would be lost. */
type LossWords = { title: string; description: string; stay: string; leave: string }

type Ask = (words: LossWords) => Promise<boolean>

/**
 * Asks at most one question. Text that the server lacks would be lost for good, so it takes precedence over
 * `loss`, what the page itself would lose. Returns whether the user was signed out.
 */
async function prepareAndSignOut(ask: Ask, loss: LossWords | undefined): Promise<boolean> {
  const session = currentSession()
  if (session.status === 'signedIn') {
    const words = (await prepareSignOut(session.userId)) ? unsent : loss
    const isLeaving = !words || (await ask(words))
    // If the session ended in the meantime, do not treat that as a sign-out by the user.
    if (!isLeaving || currentSession().status !== 'signedIn') return false
  }
  expectSignOut()
  await signOut()
  return true
}

type Question = { isOpen: boolean; words: LossWords; answer: (isLeaving: boolean) => void }

export type SigningOut = {
  signOut: (loss?: LossWords) => void
  isSigningOut: boolean
  /** For <SignOutQuestion>. */
  question: Question | null
}

/** Signs out in every tab; the route guards then redirect to /login. */
export function useSignOut(errorTitle: string = failedTitle): SigningOut {
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = (words: LossWords) =>
    new Promise<boolean>((resolve) => {
      const answer = (isLeaving: boolean) => {
        // Keep the words while the dialog fades out.
        setQuestion((asked) => asked && { ...asked, isOpen: false })
        resolve(isLeaving)
      }
      setQuestion({ isOpen: true, words, answer })
    })
  const { mutate, isPending } = useMutation({
    mutationFn: (loss: LossWords | undefined) => prepareAndSignOut(ask, loss),
    // Also offline: the session ends on this device either way.
    networkMode: 'always',
    onSuccess: (isSignedOut) => {
      if (isSignedOut) report(SIGN_OUT, { title: success, kind: 'success' })
    },
    onError: (error) => {
      logError(errorTitle, error)
      report(SIGN_OUT, {
        title: errorTitle,
        message: failed(errorText(error, failedReason)),
        kind: 'error',
        isSpecified: true,
      })
    },
  })
  return {
    signOut: (loss) => {
      if (!isPending) mutate(loss)
    },
    isSigningOut: isPending,
    question,
  }
}
