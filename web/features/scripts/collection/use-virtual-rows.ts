import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { useFocusedIndex } from '../../../ui/layout/use-focused-index.ts'
import type { GridShape } from './grid-shape.ts'

const OVERSCAN = 3

/** The rows near the viewport. The focused row and its neighbours always stay, so Tab keeps its place. */
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  { columns, cardHeight, gap, top }: GridShape,
) {
  const focusedRow = Math.floor(useFocusedIndex(list) / columns)
  const overscan = useOverscan()
  // oxlint-disable-next-line react/incompatible-library -- a React Compiler rule, and it is not used here
  const virtualizer = useWindowVirtualizer({
    count,
    overscan,
    estimateSize: () => cardHeight,
    gap,
    scrollMargin: top,
    // Lets the first render include the visible rows.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor: (range) => {
      const rows = new Set(defaultRangeExtractor(range))
      for (const row of [focusedRow - 1, focusedRow, focusedRow + 1])
        if (row >= 0 && row < count) rows.add(row)
      return [...rows].toSorted((a, b) => a - b)
    },
  })
  // Row heights are cached: recompute them when the layout changes.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, cardHeight, gap])
  return virtualizer
}

/** Renders only the visible rows first and adds the overscan after they have painted. */
function useOverscan(): number {
  const [overscan, setOverscan] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setOverscan(OVERSCAN)))
    return () => clearTimeout(timer)
  }, [])
  return overscan
}
