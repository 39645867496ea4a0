import type { RefObject } from 'react'
import { classNames } from '../../lib/class-names.ts'
import type { VirtualRows } from './virtual-list.tsx'

/** Once per frame: by default it would be three times. */
export const AUTO_SCROLL = { interval: 16, acceleration: 18, threshold: { x: 0.08, y: 0.12 } }

/** The gap between the rows of a list at a vertical position on the screen. */
export function gapAt(
  scroller: RefObject<HTMLElement | null>,
  rows: VirtualRows,
  y: number,
): number {
  const list = scroller.current
  if (!list) return 0
  const offset = y - list.getBoundingClientRect().top + list.scrollTop
  const row = rows.getVirtualItemForOffset(Math.max(0, offset))
  if (!row) return 0
  return offset < row.start + row.size / 2 ? row.index : row.index + 1
}

type DropLineProps = { at: number; className: string }

/** Where what is dragged would be dropped. */
export const DropLine = ({ at, className }: DropLineProps) => (
  <div
    aria-hidden="true"
    data-drop-line=""
    style={{ transform: `translateY(${at}px)` }}
    className={classNames(
      'pointer-events-none absolute top-0 z-10 -translate-y-px rounded-full bg-accent',
      className,
    )}
  />
)
