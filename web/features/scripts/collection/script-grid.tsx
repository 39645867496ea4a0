import type { RefObject } from 'react'
import { messages } from '../../../messages.ts'
import type { SavedScript } from '../api/saved-scripts.ts'
import { GRID_GAP, useGridShape } from './grid-shape.ts'
import { ScriptCard } from './script-card.tsx'
import { useVirtualRows } from './use-virtual-rows.ts'

type ScriptGridProps = {
  list: RefObject<HTMLUListElement | null>
  scripts: readonly SavedScript[]
  onDelete: (script: SavedScript) => void
}

/** A virtualised grid: only the rows near the viewport are in the DOM. */
export function ScriptGrid({ list, scripts, onDelete }: ScriptGridProps) {
  const shape = useGridShape(list)
  const { columns, cardHeight, top } = shape
  const virtualizer = useVirtualRows(list, Math.ceil(scripts.length / columns), shape)
  const columnWidth = `((100% + ${GRID_GAP}px) / ${columns})`
  return (
    <ul
      ref={list}
      aria-label={messages.dashboard.title}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().flatMap(({ index: row, start }) =>
        scripts.slice(row * columns, (row + 1) * columns).map((script, column) => (
          <li
            key={script.id}
            aria-setsize={scripts.length}
            aria-posinset={row * columns + column + 1}
            className="absolute top-0"
            style={{
              left: `calc(${columnWidth} * ${column})`,
              width: `calc(${columnWidth} - ${GRID_GAP}px)`,
              height: cardHeight,
              transform: `translateY(${start - top}px)`,
            }}
          >
            <ScriptCard script={script} onDelete={onDelete} />
          </li>
        )),
      )}
    </ul>
  )
}
