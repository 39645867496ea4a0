import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

type Place = { element: Element; row: number }

const rowsIn = (card: Element) => [...card.querySelectorAll('tbody tr')]

/** When the focused row is removed, the row that takes its place gets the focus, or else the search box. */
export function useRowFocus(card: RefObject<HTMLElement | null>): void {
  const last = useRef<Place>(undefined)

  useEffect(() => {
    const root = card.current
    function remember({ target }: FocusEvent): void {
      const row = target instanceof Element ? target.closest('tbody tr') : null
      last.current =
        root && row ? { element: target as Element, row: rowsIn(root).indexOf(row) } : undefined
    }
    // Forget the row when the user moved the focus, but not when the element was removed.
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

  // Without dependencies: any render may have removed the row.
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
