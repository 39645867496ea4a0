import { type RefObject, useLayoutEffect, useState } from 'react'
import type { ScriptsView } from './scripts-view.ts'

/** Minimum width of a card, unless the screen is narrower. */
const CARD_WIDTH = 255
const GRID_GAP = 20
/** In rem, so cards grow with the reader's font size. */
const CARD_HEIGHT = 16.5
/** The height when there is only one column. */
const WIDE_CARD_HEIGHT = 15
const LIST_HEIGHT = 3.5
/** The height of a line of the list on a phone, where it has three. */
const NARROW_LIST_HEIGHT = 4.75
const NARROW = 592

export const columnsIn = (width: number): number =>
  Math.max(1, Math.floor((width + GRID_GAP) / (CARD_WIDTH + GRID_GAP)))

/** `top` is the distance from the top of the document to the first row. */
export type GridShape = { columns: number; cardHeight: number; gap: number; top: number }

function shapeOf(view: ScriptsView, width: number, top: number): GridShape {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  if (view === 'list') {
    const height = width < NARROW ? NARROW_LIST_HEIGHT : LIST_HEIGHT
    return { columns: 1, cardHeight: height * rem, gap: 0, top }
  }
  const columns = columnsIn(width)
  return {
    columns,
    cardHeight: (columns === 1 ? WIDE_CARD_HEIGHT : CARD_HEIGHT) * rem,
    gap: GRID_GAP,
    top,
  }
}

function measure(view: ScriptsView, list: HTMLElement): GridShape {
  const { top, width } = list.getBoundingClientRect()
  return shapeOf(view, width, Math.round(top + window.scrollY))
}

/** Estimated from the viewport, so that the first render can already contain cards. */
const MARGINS = 48
const MAX_WIDTH = 1_112
const estimate = (view: ScriptsView) =>
  shapeOf(view, Math.min(document.documentElement.clientWidth - MARGINS, MAX_WIDTH), 0)

const sameCards = (one: GridShape, other: GridShape): boolean =>
  one.columns === other.columns && one.cardHeight === other.cardHeight && one.gap === other.gap

export function useGridShape(list: RefObject<HTMLElement | null>, view: ScriptsView): GridShape {
  const [shape, setShape] = useState(() => estimate(view))
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const update = () =>
      setShape((before) => {
        const now = measure(view, element)
        return sameCards(before, now) && before.top === now.top ? before : now
      })
    // Correct a wrong estimate before the first paint; a different `top` moves no card and can wait.
    if (!sameCards(shape, measure(view, element))) update()
    const observer = new ResizeObserver(update)
    // The body too: content above the grid may change height.
    for (const watched of [element, document.body]) observer.observe(watched)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-deps -- the shape is only looked at when the view changes
  }, [list, view])
  return shape
}
