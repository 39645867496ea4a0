import { useRef } from 'react'
import { rememberPlace } from './focus-place.ts'

/** The focused element or, inside a menu, which is about to close, the button that opened it. */
export function openerOf(active: Element | null): Element | null {
  const menu = active?.closest('[role="menu"]')
  const button = menu?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : active
}

/** Restores the focus of dialogs opened without a Radix trigger. */
export function useFocusReturn() {
  const returnFocus = useRef<() => void>(undefined)
  const focusOpener = () => returnFocus.current?.()
  return {
    /** Call right after closing: Radix returns the focus later, and a key pressed before would be lost. */
    focusOpener,
    onOpenAutoFocus: () => {
      returnFocus.current = rememberPlace(openerOf(document.activeElement))
    },
    onCloseAutoFocus: (event: Event) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      focusOpener()
    },
  }
}
