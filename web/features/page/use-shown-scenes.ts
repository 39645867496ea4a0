import { useCallback, useState } from 'react'
import { storedChoice } from '../../lib/store.ts'
import type { WidthLimits } from '../../ui/layout/split-handle.tsx'
import { fitsComfortably, fitsSheet, STRIP_WIDTH, useWidth } from './use-page-size.ts'
import { formatEighths } from '../../../screenplay/layout.ts'
import type { ScriptFacts } from '../../script-worker/script-facts.ts'
import type { SceneItem } from './panels/scene-items.ts'

const STORED = 'script-writer-scenes'

export const LIST_WIDTH: WidthLimits = {
  stored: 'script-writer-scenes-width',
  first: 264,
  min: 200,
  max: 440,
}

/**
 * Where the scenes are: in a list beside the page if the page keeps its size, which is remembered; else as a strip of
 * numbers beside it and a list that opens over it; on a phone in a sheet. Which of them must not depend on what is
 * shown in `row`, or the page would flicker.
 */
export function useShownScenes(row: HTMLElement | null, listWidth: number) {
  const width = useWidth(row) ?? 0
  const isWide = fitsComfortably(width - listWidth)
  const hasStrip = fitsSheet(width - STRIP_WIDTH)
  const [isBesideOn, setIsBesideOn] = useState(() => storedChoice.read(STORED) === 'shown')
  const [isOverOn, setIsOverOn] = useState(false)
  if (isWide && isOverOn) setIsOverOn(false)

  const toggle = useCallback(() => {
    if (!isWide) return setIsOverOn((before) => !before)
    setIsBesideOn((before) => {
      storedChoice.write(STORED, before ? 'hidden' : 'shown')
      return !before
    })
  }, [isWide])
  const closeCovering = useCallback(() => setIsOverOn(false), [])

  const isOver = !isWide && isOverOn
  const isBeside = isWide && isBesideOn
  return {
    isBeside,
    isOver: isOver && hasStrip,
    isSheetOpen: isOver && !hasStrip,
    isStrip: hasStrip && !isBeside,
    isShown: isBeside || isOver,
    toggle,
    /** Closes the list if it covers the page. */
    closeCovering,
  }
}

/** The scenes as the list shows them. */
export function sceneItems({ scenes }: ScriptFacts): SceneItem[] {
  const seen = new Map<string, number>()
  return scenes.map(({ number, heading, eighths, synopsis, characters, page }) => {
    // Scenes have no id of their own, so this combines the heading and its occurrence number.
    const count = (seen.get(heading) ?? 0) + 1
    seen.set(heading, count)
    return {
      id: `${count} ${heading}`,
      number,
      heading,
      length: formatEighths(eighths),
      synopsis: synopsis === '' ? null : synopsis,
      characters,
      page,
    }
  })
}
