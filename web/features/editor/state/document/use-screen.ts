import { useCallback, useEffect, useMemo, useRef } from 'react'
import { openerOf } from '../../../../ui/overlay/use-focus-return.ts'
import type { Screen } from './history-state.ts'
import type { DocumentControl } from './use-open-document.ts'

/** What is shown in place of the chat and the page, with the focus brought back when it is closed. */
export function useScreen({ screen, openScreen, closeScreen }: DocumentControl) {
  const opener = useRef<Element>(null)
  const afterwards = useRef<() => void>(undefined)
  const isOpen = screen !== null
  useEffect(() => {
    if (!isOpen) return undefined
    return () => {
      const { current: act } = afterwards
      afterwards.current = undefined
      if (act) act()
      else if (opener.current instanceof HTMLElement) opener.current.focus()
    }
  }, [isOpen])
  const open = useCallback(
    (name: Screen['name']) => {
      opener.current = openerOf(document.activeElement)
      openScreen(name)
    },
    [openScreen],
  )
  /** `then` runs when the editor is shown again, instead of giving the focus back. */
  const close = useCallback(
    (then?: () => void) => {
      afterwards.current = then
      closeScreen()
    },
    [closeScreen],
  )
  return useMemo(() => ({ shown: screen, open, close }), [screen, open, close])
}
