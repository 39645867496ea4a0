import { useCallback, useState } from 'react'
import { storedChoice } from '../../lib/stored-choice.ts'
import { fitsSheet } from './use-sheet-size.ts'
import { useWidth } from './use-width.ts'

const STORED = 'script-writer-scenes'
/** Pixels that the list takes beside the page (`w-60`). */
const LIST_WIDTH = 240

/**
 * Where the list of scenes is shown: beside the page if both fit into `row`, which is remembered, or else in a
 * sheet that covers the page. Whether both fit must not depend on what is shown, or the list would flicker.
 */
export function useShownScenes(row: HTMLElement | null) {
  const width = useWidth(row)
  const hasRoom = width !== undefined && fitsSheet(width - LIST_WIDTH)
  const [isListOn, setIsListOn] = useState(() => storedChoice.read(STORED) === 'shown')
  const [isSheetOn, setIsSheetOn] = useState(false)
  if (hasRoom && isSheetOn) setIsSheetOn(false)

  const toggle = useCallback(() => {
    if (!hasRoom) return setIsSheetOn((before) => !before)
    setIsListOn((before) => {
      storedChoice.write(STORED, before ? 'hidden' : 'shown')
      return !before
    })
  }, [hasRoom])
  const closeSheet = useCallback(() => setIsSheetOn(false), [])

  return {
    isListShown: hasRoom && isListOn,
    isSheetOpen: !hasRoom && isSheetOn,
    toggle,
    closeSheet,
  }
}
