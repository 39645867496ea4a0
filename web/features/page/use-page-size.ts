import { useCallback, useSyncExternalStore, useMemo } from 'react'
import { storedChoice } from '../../lib/store.ts'

/** Widths as last observed: reading clientWidth again would force a layout in the middle of a render. */
const widths = new WeakMap<HTMLElement, number>()

function widthOf(element: HTMLElement): number {
  const width = widths.get(element) ?? element.clientWidth
  widths.set(element, width)
  return width
}

/** The inner width of an element in pixels, which follows its changes; undefined without an element. */
export function useWidth(element: HTMLElement | null): number | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!element) return () => undefined
      const observer = new ResizeObserver(() => {
        // Without a layout, as in a part that waits for something, there is no width to follow.
        if (element.clientWidth > 0) widths.set(element, element.clientWidth)
        listener()
      })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [element],
  )
  return useSyncExternalStore(subscribe, () => (element ? widthOf(element) : undefined))
}

export type SheetSize = {
  /** Pixels; whole, so that rows add up. */
  rowHeight: number
  /** Cells of the left margin that are shown, and those there is room for on the right. */
  margin: number
  right: number
  flows: boolean
}

const TEXT_CELLS = 61
/** The margins of US Letter. */
const LEFT_CELLS = 15
const RIGHT_CELLS = 9
const CELL = 0.6
const DESK = 24
const SCROLLBAR = 16
const NORMAL_ROW_HEIGHT = 16
/** Pixels of the strip with the numbers of the scenes (`w-9`). */
export const STRIP_WIDTH = 36
const LEGIBLE_ROW_HEIGHT = 13
const MIN_ROW_HEIGHT = 12
const MAX_ROW_HEIGHT = 20
/** Text on a phone: smaller makes some browsers zoom in when it gets the focus. */
const FLOWING_ROW_HEIGHT = 16

const cellsIn = (width: number, rowHeight: number): number =>
  (width - 2 * DESK - SCROLLBAR) / (rowHeight * CELL)

const fitsIn = (width: number, rowHeight: number, margin: number): boolean =>
  cellsIn(width, rowHeight) >= TEXT_CELLS + margin + Math.min(RIGHT_CELLS, margin)

/** Whether a sheet fits the width, with the smallest rows and margins; if not, the text flows with the screen. */
export const fitsSheet = (width: number): boolean => fitsIn(width, MIN_ROW_HEIGHT, 2)

/** Whether a sheet fits the width with rows of the usual height. */
export const fitsComfortably = (width: number): boolean => fitsIn(width, NORMAL_ROW_HEIGHT, 6)

/** Whether a sheet fits the width with rows that can still be read for long, as beside chat and panel. */
export const fitsLegibly = (width: number): boolean => fitsIn(width, LEGIBLE_ROW_HEIGHT, 2)

/** The rows and margins that fit the width: full margins first, then smaller margins and rows. */
function sizeFor(width: number, zoom: number | 'fit'): SheetSize {
  const fits = (rowHeight: number, margin: number) => fitsIn(width, rowHeight, margin)
  const sheet = (rowHeight: number, margin: number): SheetSize => {
    const free =
      margin === LEFT_CELLS ? Math.floor(cellsIn(width, rowHeight)) - TEXT_CELLS - margin : 0
    const right = Math.max(Math.min(RIGHT_CELLS, margin), free)
    return { rowHeight, margin, right, flows: false }
  }
  if (!fitsSheet(width)) return { rowHeight: FLOWING_ROW_HEIGHT, margin: 0, right: 0, flows: true }
  if (zoom !== 'fit') {
    const rowHeight = Math.round(NORMAL_ROW_HEIGHT * zoom)
    if (fits(rowHeight, LEFT_CELLS)) return sheet(rowHeight, LEFT_CELLS)
    return sheet(rowHeight, fits(rowHeight, 6) ? 6 : 3)
  }
  for (let rowHeight = MAX_ROW_HEIGHT; rowHeight >= NORMAL_ROW_HEIGHT; rowHeight -= 1)
    if (fits(rowHeight, LEFT_CELLS)) return sheet(rowHeight, LEFT_CELLS)
  for (let rowHeight = NORMAL_ROW_HEIGHT; rowHeight > MIN_ROW_HEIGHT; rowHeight -= 1)
    for (const margin of [10, 6, 4, 2]) if (fits(rowHeight, margin)) return sheet(rowHeight, margin)
  return sheet(MIN_ROW_HEIGHT, 2)
}

/** The size of the sheet within `host`; undefined until there is one. */
export function useSheetSize(
  host: HTMLElement | null,
  zoom: number | 'fit',
): SheetSize | undefined {
  const width = useWidth(host)
  return useMemo(() => (width === undefined ? undefined : sizeFor(width, zoom)), [width, zoom])
}

const STORED = 'script-writer-zoom'

export const zooms = ['fit', 0.75, 1, 1.25, 1.5] as const
export type Zoom = (typeof zooms)[number]

export const zoomNamed = (name: string | null): Zoom =>
  zooms.find((zoom) => String(zoom) === name) ?? 'fit'

export function storedZoom(): Zoom {
  const stored = storedChoice.read(STORED)
  return zoomNamed(stored)
}

export const storeZoom = (zoom: Zoom): void => storedChoice.write(STORED, String(zoom))
