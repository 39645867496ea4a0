import { type RefObject, useLayoutEffect, useState } from 'react'

/** Minimum width of a card, unless the screen is narrower. */
const CARD_WIDTH = 255
export const GRID_GAP = 20
/** In rem, so cards grow with the reader's font size. */
const CARD_HEIGHT = 15.5
/** The height when there is only one column. */
const WIDE_CARD_HEIGHT = 14

export const columnsIn = (width: number): number =>
  Math.max(1, Math.floor((width + GRID_GAP) / (CARD_WIDTH + GRID_GAP)))

/** `top` is the distance from the top of the document to the first row. */
export type GridShape = { columns: number; cardHeight: number; top: number }

function shapeOf(width: number, top: number): GridShape {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const columns = columnsIn(width)
  return {
    columns,
    cardHeight: (columns === 1 ? WIDE_CARD_HEIGHT : CARD_HEIGHT) * rem,
    top,
  }
}

function measure(list: HTMLElement): GridShape {
  const { top, width } = list.getBoundingClientRect()
  return shapeOf(width, Math.round(top + window.scrollY))
}

/** Estimated from the viewport, so that the first render can already contain cards. */
const MARGINS = 48
const MAX_WIDTH = 1_112
const estimate = () =>
  shapeOf(Math.min(document.documentElement.clientWidth - MARGINS, MAX_WIDTH), 0)

const sameCards = (one: GridShape, other: GridShape): boolean =>
  one.columns === other.columns && one.cardHeight === other.cardHeight

export function useGridShape(list: RefObject<HTMLElement | null>): GridShape {
  const [shape, setShape] = useState(estimate)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const update = () =>
      setShape((before) => {
        const now = measure(element)
        return sameCards(before, now) && before.top === now.top ? before : now
      })
    // Correct a wrong estimate before the first paint; a different `top` moves no card and can wait.
    if (!sameCards(estimate(), measure(element))) update()
    const observer = new ResizeObserver(update)
    // The body too: content above the grid may change height.
    for (const watched of [element, document.body]) observer.observe(watched)
    return () => observer.disconnect()
  }, [list])
  return shape
}
