import { useMutation } from '@tanstack/react-query'
import { logError } from '../../../lib/log.ts'
import { prepareSignOut } from '../../../lib/user-state.ts'
import { messages } from '../../../messages.ts'
import { report } from '../../../ui/feedback/failures.ts'
import { signOut } from '../api/sign-out.ts'
import { currentSession, expectSignOut } from './session.ts'
import { errorText } from '../../../error-text.ts'

const { success, failedTitle, failed, failedReason } = messages.auth.signOut

/** Where /login shows that the server was not told. */
export const SIGN_OUT = 'sign-out'

async function prepareAndSignOut(): Promise<void> {
  const session = currentSession()
  if (session.status === 'signedIn') await prepareSignOut(session.userId)
  await signOut()
}

/** Signs out in every tab; the route guards then redirect to /login. */
export function useSignOut(errorTitle: string = failedTitle): {
  signOut: () => void
  isSigningOut: boolean
} {
  const { mutate, isPending } = useMutation({
    mutationFn: prepareAndSignOut,
    // Also offline: the session ends on this device either way.
    networkMode: 'always',
    onSuccess: () => report(SIGN_OUT, { title: success, kind: 'success' }),
    onError: (error) => {
      logError(errorTitle, error)
      report(SIGN_OUT, {
        title: errorTitle,
        message: failed(errorText(error, failedReason)),
        kind: 'error',
      })
    },
  })
  return {
    signOut: () => {
      if (isPending) return
      expectSignOut()
      mutate()
    },
    isSigningOut: isPending,
  }
}
