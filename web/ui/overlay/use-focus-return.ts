import { useRef } from 'react'

/** Where the focus was; of a menu, which closes by itself, the button that opened it. */
function openerOf(active: Element | null): Element | null {
  const menu = active?.closest('[role="menu"]')
  const button = menu?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : active
}

/** For dialogs that the page opens itself: Radix gives the focus back to triggers of its own only. */
export function useFocusReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = openerOf(document.activeElement)
    },
    onCloseAutoFocus: (event: Event) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
