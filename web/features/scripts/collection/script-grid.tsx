import type { RefObject } from 'react'
import { messages } from '../../../messages.ts'
import type { SavedScript } from '../api/saved-scripts.ts'
import { useGridShape } from './grid-shape.ts'
import { ScriptCard, type ScriptCardProps } from './script-card.tsx'
import { useVirtualRows } from './use-virtual-rows.ts'

type ScriptGridProps = Pick<ScriptCardProps, 'userId' | 'tags' | 'view' | 'actions'> & {
  list: RefObject<HTMLUListElement | null>
  scripts: readonly SavedScript[]
  /** Undefined if scripts are not being selected. */
  selected: ReadonlySet<string> | undefined
}

/** A virtualised grid or list: only the rows near the viewport are in the DOM. */
export function ScriptGrid({ list, scripts, selected, ...card }: ScriptGridProps) {
  const shape = useGridShape(list, card.view)
  const { columns, cardHeight, gap, top } = shape
  const virtualizer = useVirtualRows(list, Math.ceil(scripts.length / columns), shape)
  const columnWidth = `((100% + ${gap}px) / ${columns})`
  return (
    <ul
      ref={list}
      aria-label={messages.dashboard.title}
      className={
        card.view === 'list'
          ? 'relative overflow-clip rounded-md border border-line border-b-0 shadow-sheet'
          : 'relative'
      }
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
              width: `calc(${columnWidth} - ${gap}px)`,
              height: cardHeight,
              transform: `translateY(${start - top}px)`,
            }}
          >
            <ScriptCard script={script} isSelected={selected?.has(script.id)} {...card} />
          </li>
        )),
      )}
    </ul>
  )
}
