import { useRef, useState } from 'react'
import { giveFocus } from '../../lib/focus.ts'

const PARTS = 'section, main, [role="dialog"]'

/** Returns a function that focuses the element, or else the table row in its place, or else its container. */
function rememberPlace(element: Element | null): () => void {
  const row = element?.closest('tr')
  const rows = row?.parentElement
  const index = row && rows ? [...rows.children].indexOf(row) : 0
  const around: HTMLElement[] = []
  let part = element?.closest<HTMLElement>(PARTS)
  while (part) {
    around.push(part)
    part = part.parentElement?.closest<HTMLElement>(PARTS)
  }
  return () => {
    if (element?.isConnected) {
      giveFocus(element)
      return
    }
    const next = rows?.isConnected ? rows.children[Math.min(index, rows.children.length - 1)] : null
    const button = next?.querySelector<HTMLElement>('td:last-child button')
    const left = button ?? around.find(({ isConnected }) => isConnected)
    // A container has to be made focusable first.
    if (left && left.tabIndex < 0) left.tabIndex = -1
    giveFocus(left, { preventScroll: left !== button })
  }
}

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

/** Keeps the last value, so that a dialog can still show it while it fades out. */
export function useLastShown<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
