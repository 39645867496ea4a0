import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { storedChoice } from '../../lib/store.ts'

/** Pixels; `stored` is the name under which the width is remembered. */
export type WidthLimits = { stored: string; first: number; min: number; max: number }

const STEP = 24

/** The width of a column that the user can change; remembered. */
export function useStoredWidth({ stored, first, min, max }: WidthLimits) {
  const within = (width: number) => Math.round(Math.min(max, Math.max(min, width)))
  const [width, setWidth] = useState(() => {
    const last = Number(storedChoice.read(stored))
    return last > 0 ? within(last) : first
  })
  return {
    width,
    setWidth: (wanted: number) => {
      setWidth(within(wanted))
      storedChoice.write(stored, String(within(wanted)))
    },
  }
}

type SplitHandleProps = {
  label: string
  /** The width of the column before the handle, or of the one behind it. */
  width: number
  isBefore?: boolean
  limits: WidthLimits
  onWidth: (width: number) => void
}

/** Changes the width by mouse, touch and keys. */
export function SplitHandle(props: SplitHandleProps) {
  const { label, width, limits, onWidth, isBefore = false } = props
  const direction = isBefore ? -1 : 1
  function onKeyDown(event: KeyboardEvent) {
    const isLeftToRight = getComputedStyle(event.currentTarget).direction === 'ltr'
    const step = STEP * direction * (isLeftToRight ? 1 : -1)
    const widths: Record<string, number> = {
      ArrowLeft: width - step,
      ArrowRight: width + step,
      Home: limits.min,
      End: limits.max,
    }
    const wanted = widths[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    onWidth(wanted)
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const start = event.clientX
    const move = ({ clientX }: globalThis.PointerEvent) =>
      onWidth(width + (clientX - start) * direction)
    const end = () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('lostpointercapture', end)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end)
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <hr> must not react to keys
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      className="relative m-0 h-auto w-px shrink-0 cursor-col-resize touch-none border-0 bg-line after:absolute after:inset-y-0 after:-left-1 after:z-1 after:w-2.25 hover:after:bg-accent/25 focus-visible:outline-offset-0 focus-visible:after:bg-accent/40"
    />
  )
}
