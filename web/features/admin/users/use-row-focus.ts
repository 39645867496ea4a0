import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

type Place = { element: Element; row: number }

const rowsIn = (card: Element) => [...card.querySelectorAll('tbody tr')]

/** When the row with the focus leaves, the one in its place takes it; without any, the search box. */
export function useRowFocus(card: RefObject<HTMLElement | null>): void {
  const last = useRef<Place>(undefined)

  useEffect(() => {
    const root = card.current
    function remember({ target }: FocusEvent): void {
      const row = target instanceof Element ? target.closest('tbody tr') : null
      last.current =
        root && row ? { element: target as Element, row: rowsIn(root).indexOf(row) } : undefined
    }
    // Whoever goes elsewhere wants nothing back; what was taken off the page did not go by itself.
    function forget(): void {
      const left = last.current
      queueMicrotask(() => {
        if (last.current === left && left?.element.isConnected) last.current = undefined
      })
    }
    root?.addEventListener('focusin', remember)
    root?.addEventListener('focusout', forget)
    return () => {
      root?.removeEventListener('focusin', remember)
      root?.removeEventListener('focusout', forget)
    }
  }, [card])

  // After every change of the card: whatever it was, a row may have left with it.
  useLayoutEffect(() => {
    const root = card.current
    const { element, row = 0 } = last.current ?? {}
    if (!root || !element || element.isConnected) return
    last.current = undefined
    if (document.activeElement !== document.body) return
    const rows = rowsIn(root)
    const near = rows[Math.min(row, rows.length - 1)]?.querySelector('td:last-child button')
    const spot = near ?? root.querySelector('input[type="search"]')
    if (spot instanceof HTMLElement) spot.focus()
  })
}
