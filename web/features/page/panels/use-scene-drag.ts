import { type PointerEvent as ReactPointerEvent, type RefObject, useState } from 'react'

/** A pointer that moves fewer pixels than this makes a click. */
const THRESHOLD = 5
/** This close to its edges the list scrolls, faster towards the edge. */
const EDGE = 48
const MAX_SPEED = 16

function scrollSpeed(scroller: HTMLElement, y: number): number {
  const { top, bottom } = scroller.getBoundingClientRect()
  const depth = y < top + EDGE ? y - (top + EDGE) : Math.max(0, y - (bottom - EDGE))
  return Math.max(-1, Math.min(1, depth / EDGE)) * MAX_SPEED
}

/** The click that ends a drag must not jump to the scene. */
function ignoreNextClick(): void {
  const ended = new AbortController()
  const { signal } = ended
  window.addEventListener('click', (event) => event.stopPropagation(), { capture: true, signal })
  // The click, if any, follows at once.
  setTimeout(() => ended.abort())
}

type Drag = { from: number; gap: number }

type DragOptions = {
  scroller: RefObject<HTMLElement | null>
  /** The gap between rows at a vertical position on the screen. */
  gapAt: (y: number) => number
  onDrop: (from: number, gap: number) => void
}

/** Drags a row by mouse, pen or finger. Escape cancels. */
export function useSceneDrag({ scroller, gapAt, onDrop }: DragOptions) {
  const [drag, setDrag] = useState<Drag | null>(null)

  function begin({ pointerId, clientX, clientY }: ReactPointerEvent, from: number): void {
    const ended = new AbortController()
    const { signal } = ended
    let y = clientY
    let gap: number | undefined
    let frame = 0

    function show(): void {
      gap = gapAt(y)
      setDrag({ from, gap })
    }
    function scroll(): void {
      const list = scroller.current
      const speed = list ? scrollSpeed(list, y) : 0
      if (speed !== 0) {
        list?.scrollBy(0, speed)
        show()
      }
      frame = requestAnimationFrame(scroll)
    }
    function end(isDropped: boolean): void {
      ended.abort()
      cancelAnimationFrame(frame)
      if (gap === undefined) return
      setDrag(null)
      ignoreNextClick()
      if (isDropped) onDrop(from, gap)
    }

    const ofPointer = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
      if (event.pointerId === pointerId) act(event)
    }
    const onMove = ofPointer((event) => {
      y = event.clientY
      if (gap === undefined) {
        if (Math.hypot(event.clientX - clientX, y - clientY) < THRESHOLD) return
        frame = requestAnimationFrame(scroll)
      }
      show()
    })
    window.addEventListener('pointermove', onMove, { signal })
    window.addEventListener(
      'pointerup',
      ofPointer(() => end(true)),
      { signal },
    )
    window.addEventListener(
      'pointercancel',
      ofPointer(() => end(false)),
      { signal },
    )
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || gap === undefined) return
        event.stopPropagation()
        end(false)
      },
      { capture: true, signal },
    )
  }

  return { drag, begin }
}
