import { useMutation } from '@tanstack/react-query'
import { logError } from '../../../lib/log.ts'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { signOut } from '../api/sign-out.ts'
import { errorText } from '../forms/error-text.ts'

const { success, failedTitle, failed, failedReason } = messages.auth.signOut

/** Signs out in every tab; the guards then lead to /login. The editor has its own word for a failure. */
export function useSignOut(errorTitle: string = failedTitle): {
  signOut: () => void
  isSigningOut: boolean
} {
  const { mutate, isPending } = useMutation({
    mutationFn: signOut,
    // Without a connection too: this device forgets the session all the same.
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
      if (!isPending) mutate()
    },
    isSigningOut: isPending,
  }
}
