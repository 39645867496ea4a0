import { useMutation } from '@tanstack/react-query'
import { logError } from '../../../lib/log.ts'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { signOut } from '../api/sign-out.ts'
import { expectSignOut } from './session.ts'
import { errorText } from '../../../error-text.ts'

const { success, failedTitle, failed, failedReason } = messages.auth.signOut

/** Signs out in every tab; the route guards then redirect to /login. */
export function useSignOut(errorTitle: string = failedTitle): {
  signOut: () => void
  isSigningOut: boolean
} {
  const { mutate, isPending } = useMutation({
    mutationFn: signOut,
    // Also offline: the session ends on this device either way.
    networkMode: 'always',
    onSuccess: () => showToast({ title: success, kind: 'success' }),
    onError: (error) => {
      logError(errorTitle, error)
      showToast({
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
