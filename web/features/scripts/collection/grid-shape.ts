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

/** Nearly always right, and known before the list is on the page: its cards are drawn with it at once. */
const MARGINS = 48
const WIDEST = 1_112
const guess = () => shapeOf(Math.min(document.documentElement.clientWidth - MARGINS, WIDEST), 0)

const sameCards = (one: GridShape, other: GridShape): boolean =>
  one.columns === other.columns && one.cardHeight === other.cardHeight

/** How many cards stand side by side, and where the first row begins: measured before it is painted. */
export function useGridShape(list: RefObject<HTMLElement | null>): GridShape {
  const [shape, setShape] = useState(guess)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const update = () =>
      setShape((before) => {
        const now = measure(element)
        return sameCards(before, now) && before.top === now.top ? before : now
      })
    // A wrong guess is put right before anything is painted; where the list begins moves no card.
    if (!sameCards(guess(), measure(element))) update()
    const observer = new ResizeObserver(update)
    // What stands above may grow too, which only the whole page notices.
    for (const watched of [element, document.body]) observer.observe(watched)
    return () => observer.disconnect()
  }, [list])
  return shape
}
