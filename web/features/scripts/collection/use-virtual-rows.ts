import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useIsIdle } from '../../../lib/timing.ts'
import { useFocusedIndex } from '../../../ui/layout/use-focused-index.ts'
import { rangeWith } from '../../../ui/layout/virtual-list.tsx'
import type { GridShape } from './shown-scripts.ts'

const OVERSCAN = 3

/** The rows near the viewport. The focused row and its neighbours always stay, so Tab keeps its place. */
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  { columns, cardHeight, gap, top }: GridShape,
) {
  const focusedRow = Math.floor(useFocusedIndex(list) / columns)
  // Only the visible rows at first.
  const overscan = useIsIdle() ? OVERSCAN : 0
  // oxlint-disable-next-line react/incompatible-library -- a React Compiler rule, and it is not used here
  const virtualizer = useWindowVirtualizer({
    count,
    overscan,
    estimateSize: () => cardHeight,
    gap,
    scrollMargin: top,
    // Lets the first render include the visible rows.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor: rangeWith(focusedRow - 1, focusedRow, focusedRow + 1),
  })
  // Row heights are cached: recompute them when the layout changes. Not at first, which would render everything twice.
  const measured = useRef({ cardHeight, gap })
  useLayoutEffect(() => {
    const before = measured.current
    if (before.cardHeight === cardHeight && before.gap === gap) return
    measured.current = { cardHeight, gap }
    virtualizer.measure()
  }, [virtualizer, cardHeight, gap])
  return virtualizer
}
