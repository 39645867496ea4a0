import { useCallback, useEffect, useMemo, useRef } from 'react'
import { openerOf } from '../../ui/overlay/use-focus-return.ts'
import type { Screen } from './address.ts'
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
  const openHistory = useCallback(() => open('history'), [open])
  const openReport = useCallback(() => open('report'), [open])
  return useMemo(
    () => ({ shown: screen, openHistory, openReport, close }),
    [screen, openHistory, openReport, close],
  )
}
