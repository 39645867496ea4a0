import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { messages } from '../../messages.ts'
import type { SavedScript } from './api/saved-scripts.ts'
import { GRID_GAP, type GridShape, useGridShape } from './grid-shape.ts'
import { ScriptCard } from './script-card.tsx'
import { useFocusedPosition } from './use-focused-position.ts'

type ScriptGridProps = {
  list: RefObject<HTMLUListElement | null>
  scripts: readonly SavedScript[]
  onDelete: (script: SavedScript) => void
}

/** A grid of which only the rows near the window are on the page, however many there are. */
export function ScriptGrid({ list, scripts, onDelete }: ScriptGridProps) {
  const shape = useGridShape(list)
  const focused = useFocusedPosition(list)
  const rows = shape ? Math.ceil(scripts.length / shape.columns) : 0
  return (
    <ul
      ref={list}
      aria-label={messages.dashboard.title}
      className="relative"
      style={{ height: shape && rows * (shape.cardHeight + GRID_GAP) - GRID_GAP }}
    >
      {shape && <Rows {...{ shape, rows, scripts, onDelete, focused }} />}
    </ul>
  )
}

type RowsProps = Omit<ScriptGridProps, 'list'> & { shape: GridShape; rows: number; focused: number }

function Rows({ shape, rows, scripts, onDelete, focused }: RowsProps) {
  const { columns, cardHeight, top } = shape
  const focusedRow = Math.floor(focused / columns)
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => cardHeight,
    gap: GRID_GAP,
    overscan: 3,
    scrollMargin: top,
    // The row with the focus and its neighbours stay, so that the keyboard never loses its place.
    rangeExtractor: (range) => {
      const kept = [focusedRow - 1, focusedRow, focusedRow + 1]
      const shown = new Set([...kept, ...defaultRangeExtractor(range)])
      return [...shown].filter((row) => row >= 0 && row < rows).toSorted((a, b) => a - b)
    },
  })
  // Sizes are remembered; a change of the text's size is a change of all of them.
  useEffect(() => virtualizer.measure(), [virtualizer, cardHeight])

  const width = `((100% + ${GRID_GAP}px) / ${columns})`
  return virtualizer.getVirtualItems().flatMap(({ index: row, start }) =>
    scripts.slice(row * columns, (row + 1) * columns).map((script, column) => (
      <li
        key={script.id}
        aria-setsize={scripts.length}
        aria-posinset={row * columns + column + 1}
        className="absolute top-0"
        style={{
          left: `calc(${width} * ${column})`,
          width: `calc(${width} - ${GRID_GAP}px)`,
          height: cardHeight,
          transform: `translateY(${start - top}px)`,
        }}
      >
        <ScriptCard script={script} onDelete={onDelete} />
      </li>
    )),
  )
}
