import { type RefObject, useLayoutEffect, useState } from 'react'

/** A card is never narrower than this, unless the screen is. */
const CARD_WIDTH = 255
export const GRID_GAP = 20
/** In rem, so that they grow with the person's size of text: side by side, and alone in its row. */
const CARD_HEIGHT = 15.5
const WIDE_CARD_HEIGHT = 14

export const columnsIn = (width: number): number =>
  Math.max(1, Math.floor((width + GRID_GAP) / (CARD_WIDTH + GRID_GAP)))

export type GridShape = { columns: number; cardHeight: number; top: number }

function measure(list: HTMLElement): GridShape {
  const { top, width } = list.getBoundingClientRect()
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const columns = columnsIn(width)
  return {
    columns,
    cardHeight: (columns === 1 ? WIDE_CARD_HEIGHT : CARD_HEIGHT) * rem,
    top: Math.round(top + window.scrollY),
  }
}

/** How many cards stand side by side, and where the first row begins: measured before it is painted. */
export function useGridShape(list: RefObject<HTMLElement | null>): GridShape | undefined {
  const [shape, setShape] = useState<GridShape>()
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const update = () =>
      setShape((before) => {
        const now = measure(element)
        const same =
          before?.columns === now.columns &&
          before.cardHeight === now.cardHeight &&
          before.top === now.top
        return same ? before : now
      })
    update()
    const observer = new ResizeObserver(update)
    // What stands above may grow too, which only the whole page notices.
    for (const watched of [element, document.body]) observer.observe(watched)
    return () => observer.disconnect()
  }, [list])
  return shape
}
