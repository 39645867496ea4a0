import { useEffect } from 'react'
import { isInToaster } from './toast.ts'

/**
 * When the focus leaves the toaster, Sonner returns it to where it came from. That is right for a closed
 * toast, but Tab must move on, or keyboard users could not get past the toasts.
 */
export function useTabOut(): void {
  useEffect(() => {
    let isTab = false
    function onKeyDown({ key }: KeyboardEvent): void {
      if (key !== 'Tab') return
      isTab = true
      // The focus moves before this timer fires.
      setTimeout(() => {
        isTab = false
      })
    }
    function onFocusOut({ target, relatedTarget: next }: FocusEvent): void {
      if (!isTab || !isInToaster(target) || isInToaster(next)) return
      if (next instanceof HTMLElement) next.focus()
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusout', onFocusOut)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('focusout', onFocusOut)
    }
  }, [])
}
