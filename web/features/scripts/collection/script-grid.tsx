import { type RefObject, startTransition, useEffect, useState } from 'react'
import { messages } from '../../../messages.ts'
import type { SavedScript } from '../api/saved-scripts.ts'
import { GRID_GAP, type GridShape, useGridShape } from './grid-shape.ts'
import { ScriptCard } from './script-card.tsx'
import { useFocusedPosition } from './use-focused-position.ts'
import { useRowsInView } from './use-rows-in-view.ts'

type ScriptGridProps = {
  list: RefObject<HTMLUListElement | null>
  scripts: readonly SavedScript[]
  onDelete: (script: SavedScript) => void
}

/** A grid of which only the rows near the window are on the page, however many there are. */
export function ScriptGrid({ list, scripts, onDelete }: ScriptGridProps) {
  const shape = useGridShape(list)
  const focused = useFocusedPosition(list)
  const rows = Math.ceil(scripts.length / shape.columns)
  return (
    <ul
      ref={list}
      aria-label={messages.dashboard.title}
      className="relative"
      style={{ height: rows * (shape.cardHeight + GRID_GAP) - GRID_GAP }}
    >
      <Rows {...{ shape, rows, scripts, onDelete, focused }} />
    </ul>
  )
}

const ROWS_AROUND = 3

type RowsProps = Omit<ScriptGridProps, 'list'> & { shape: GridShape; rows: number; focused: number }

function Rows({ shape, rows, scripts, onDelete, focused }: RowsProps) {
  const { columns, cardHeight, top } = shape
  const rowHeight = cardHeight + GRID_GAP
  const { first, last } = useRowsInView(rowHeight, top)
  const around = useRowsAround()
  // The row with the focus and its neighbours stay, so that the keyboard never loses its place.
  const focusedRow = Math.floor(focused / columns)
  const shown = new Set([focusedRow - 1, focusedRow, focusedRow + 1])
  for (let row = first - around; row <= last + around; row += 1) shown.add(row)

  const width = `((100% + ${GRID_GAP}px) / ${columns})`
  return [...shown]
    .filter((row) => row >= 0 && row < rows)
    .toSorted((a, b) => a - b)
    .flatMap((row) =>
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
            transform: `translateY(${row * rowHeight}px)`,
          }}
        >
          <ScriptCard script={script} onDelete={onDelete} />
        </li>
      )),
    )
}

/** Rows that are ready above and below the window; at first none, until what is seen is there. */
function useRowsAround(): number {
  const [around, setAround] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setAround(ROWS_AROUND)))
    return () => clearTimeout(timer)
  }, [])
  return around
}
