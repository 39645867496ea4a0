import { useEffect } from 'react'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'

const { errorTitle, sidebarFailed } = messages.editor

/** Told once per failure, with the reason. */
export function useTitlesFailure(error: Error | null): void {
  useEffect(() => {
    if (error)
      showToast({ title: errorTitle, message: sidebarFailed(error.message), kind: 'error' })
  }, [error])
}
