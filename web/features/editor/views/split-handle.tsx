import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { storedChoice } from '../../../lib/stored-choice.ts'
import { messages } from '../../../messages.ts'

const STORED = 'script-writer-chat-width'
const MIN_WIDTH = 320
const MAX_WIDTH = 720
const FIRST = 400
const STEP = 24

const within = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

function storedWidth(): number {
  const stored = Number(storedChoice.read(STORED))
  return stored > 0 ? within(stored) : FIRST
}

/** The width of the chat next to the page, in pixels; remembered. */
export function useChatWidth() {
  const [width, setWidth] = useState(storedWidth)
  return {
    width,
    setWidth: (wanted: number) => {
      setWidth(within(wanted))
      storedChoice.write(STORED, String(within(wanted)))
    },
  }
}

type SplitHandleProps = { width: number; onWidth: (width: number) => void }

/** Changes the width by mouse, touch and keys. */
export function SplitHandle({ width, onWidth }: SplitHandleProps) {
  function onKeyDown(event: KeyboardEvent) {
    const isLeftToRight = getComputedStyle(event.currentTarget).direction === 'ltr'
    const widths: Record<string, number> = {
      ArrowLeft: width + (isLeftToRight ? -STEP : STEP),
      ArrowRight: width + (isLeftToRight ? STEP : -STEP),
      Home: MIN_WIDTH,
      End: MAX_WIDTH,
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
    const start = event.clientX - width
    const move = ({ clientX }: globalThis.PointerEvent) => onWidth(clientX - start)
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
      aria-label={messages.desk.resize}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      className="relative m-0 h-auto w-px shrink-0 cursor-col-resize touch-none border-0 bg-line after:absolute after:inset-y-0 after:-left-1 after:z-1 after:w-2.25 hover:after:bg-accent/25 focus-visible:outline-offset-0 focus-visible:after:bg-accent/40"
    />
  )
}
