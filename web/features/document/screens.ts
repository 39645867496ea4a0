import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useStore } from '../../lib/store.ts'
import { giveFocus } from '../../lib/focus.ts'
import { openerOf } from '../../ui/overlay/use-focus-return.ts'
import type { Screen } from './address.ts'
import { sidePanel } from './side-panel.ts'
import type { DocumentControl } from './use-open-document.ts'

/** A panel that covers everything is closed with Back, as a screen is. */
export function usePanelEntry({ screen, openScreen, closeScreen }: DocumentControl): void {
  const isSheet = useStore(sidePanel.isSheet)
  const isThere = screen === 'panel'
  const wasThere = useRef(false)
  useEffect(() => {
    const isGone = wasThere.current && !isThere
    wasThere.current = isThere
    if (isSheet && isGone) sidePanel.close()
    else if (isSheet && !isThere) openScreen('panel')
    else if (!isSheet && isThere) closeScreen()
  }, [isSheet, isThere, openScreen, closeScreen])
}

/** What is shown in place of the chat and the page, with the focus brought back when it is closed. */
export function useScreen({ screen, openScreen, closeScreen }: DocumentControl) {
  const opener = useRef<Element>(null)
  const afterwards = useRef<() => void>(undefined)
  const shown = screen === 'panel' ? null : screen
  const isOpen = shown !== null
  useEffect(() => {
    if (!isOpen) return undefined
    return () => {
      const { current: act } = afterwards
      afterwards.current = undefined
      if (act) act()
      else giveFocus(opener.current)
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
  return useMemo(
    () => ({
      shown,
      openHistory: () => open('history'),
      openReport: () => open('report'),
      close,
    }),
    [shown, open, close],
  )
}
