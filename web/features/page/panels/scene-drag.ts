import {
  type CollisionDetection,
  type DndContextProps,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type PointerEvent, useEffect, useState } from 'react'
import { pageMessages } from '../../../messages/page.ts'
import { AUTO_SCROLL } from '../../../ui/layout/list-drag.tsx'

/** A finger scrolls the list; it drags by the handle. */
class ScenePointer extends PointerSensor {
  static override activators: typeof PointerSensor.activators = [
    {
      // On the way down: the button of the menu prevents the default action, and so a drag.
      eventName: 'onPointerDownCapture' as 'onPointerDown',
      handler: ({ nativeEvent, currentTarget }: PointerEvent) => {
        const { isPrimary, button, pointerType, target } = nativeEvent
        if (!isPrimary || button !== 0 || !(target instanceof Element)) return false
        // The menu of the handle is not in the row.
        if (!currentTarget.contains(target)) return false
        return pointerType !== 'touch' || target.closest('[data-handle]') !== null
      },
    },
  ]
}

/** How high the pointer is, also beside the list. */
const detect: CollisionDetection = ({ pointerCoordinates }) =>
  pointerCoordinates ? [{ id: 'scenes', data: { y: pointerCoordinates.y } }] : []

/** The list itself tells where the scene is. */
const nothing = () => undefined
const announcements = {
  onDragStart: nothing,
  onDragOver: nothing,
  onDragEnd: nothing,
  onDragCancel: nothing,
}

/** The Escape that ends a drag ends nothing else. */
function useEscapeOfDrag(isDragging: boolean): void {
  useEffect(() => {
    if (!isDragging) return undefined
    const keep = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault()
    }
    window.addEventListener('keydown', keep, true)
    return () => window.removeEventListener('keydown', keep, true)
  }, [isDragging])
}

type DragOptions = {
  placeOf: (id: string) => number
  /** The gap between rows at a vertical position on the screen. */
  gapAt: (y: number) => number
  onDrop: (from: number, gap: number) => void
}

/** Drags a row by mouse, pen or finger. Escape cancels. */
export function useSceneDrag({ placeOf, gapAt, onDrop }: DragOptions) {
  const [drag, setDrag] = useState<{ from: number; gap: number } | null>(null)
  const sensors = useSensors(useSensor(ScenePointer, { activationConstraint: { distance: 5 } }))
  useEscapeOfDrag(drag !== null)
  const context: DndContextProps = {
    sensors,
    collisionDetection: detect,
    autoScroll: AUTO_SCROLL,
    accessibility: {
      screenReaderInstructions: { draggable: pageMessages.scenes.moveHint },
      announcements,
    },
    onDragMove({ active, collisions }) {
      const y: unknown = collisions?.[0]?.data?.['y']
      if (typeof y === 'number') setDrag({ from: placeOf(String(active.id)), gap: gapAt(y) })
    },
    onDragEnd() {
      setDrag(null)
      if (drag) onDrop(drag.from, drag.gap)
    },
    onDragCancel: () => setDrag(null),
  }
  return { drag, context }
}
