import {
  type CollisionDetection,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { ReactNode } from 'react'
import { useStore } from '../../lib/store.ts'
import { boardMessages } from '../../messages/board.ts'
import { AUTO_SCROLL } from '../../ui/layout/list-drag.tsx'
import type { BoardControl } from './board-control.ts'
import type { ShownCard } from './board-store.ts'
import { colorValue } from './card-colors.ts'
import { CardFace, cardStyle } from './card-view.tsx'
import type { GapAt } from './column-view.tsx'

const words = boardMessages

/** The column under the pointer, or above or below it, and how high the pointer is. */
const detect: CollisionDetection = ({ droppableContainers, droppableRects, pointerCoordinates }) =>
  droppableContainers.flatMap((droppableContainer) => {
    const { id } = droppableContainer
    const rect = droppableRects.get(id)
    const at = pointerCoordinates
    if (!at || !rect || at.x < rect.left || at.x > rect.right) return []
    return [{ id, data: { droppableContainer, y: at.y } }]
  })

function gapUnder({ over, collisions }: DragMoveEvent) {
  const y: unknown = collisions?.[0]?.data?.['y']
  const gapAt: GapAt | undefined = over?.data.current?.['gapAt']
  if (!over || !gapAt || typeof y !== 'number') return null
  return { columnId: String(over.id), gap: gapAt(y) }
}

type BoardDragProps = {
  control: BoardControl
  /** Where screen readers find what is said about a drag. */
  container: HTMLElement | null
  children: ReactNode
}

/** Lets cards be dragged, by mouse or finger. */
export function BoardDrag({ control, container, children }: BoardDragProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // A shorter touch scrolls or opens.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detect}
      autoScroll={AUTO_SCROLL}
      accessibility={{
        ...(container && { container }),
        screenReaderInstructions: { draggable: words.dragHint },
        announcements: {
          onDragStart({ active }) {
            const taken = control.takenWith(String(active.id))
            const card = taken.find(({ id }) => id === active.id)
            return card && words.said.picked(card, taken.length)
          },
          onDragOver: () => undefined,
          // The board itself tells where the card is.
          onDragEnd: () => undefined,
          onDragCancel: () => words.said.cancelled,
        },
      }}
      onDragStart={({ active }) => control.drag(String(active.id))}
      onDragMove={(event) => control.dragOver(gapUnder(event))}
      onDragEnd={({ over }) => control.endDrag(over !== null)}
      onDragCancel={() => control.endDrag(false)}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        <Dragged control={control} />
      </DragOverlay>
    </DndContext>
  )
}

function Dragged({ control }: { control: BoardControl }) {
  const dragged = useStore(control.state, (shown) => shown.dragged)
  return dragged[0] ? <DraggedCard card={dragged[0]} count={dragged.length} /> : null
}

/** What is under the pointer while cards are dragged. */
function DraggedCard({ card, count }: { card: ShownCard; count: number }) {
  return (
    <div className="relative rotate-[1.2deg]">
      <div
        className={`${cardStyle(card)} bg-sheet shadow-raised`}
        style={{ borderLeftColor: colorValue(card.color) ?? 'var(--line)' }}
      >
        <CardFace card={card} />
      </div>
      {count > 1 && (
        <span className="absolute -top-2 -right-2 rounded-full bg-accent px-2 py-0.5 text-sm font-medium text-accent-ink">
          {count}
        </span>
      )}
    </div>
  )
}
