import { useRef } from 'react'

/** The focused element or, inside a menu, which closes, the button that opened it. */
function openerOf(active: Element | null): Element | null {
  const menu = active?.closest('[role="menu"]')
  const button = menu?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : active
}

/** Restores the focus of dialogs opened without a Radix trigger. */
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
