import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { pageMessages } from '../../../messages/page.ts'
import type { SceneItem } from './scene-items.ts'
import { giveFocus } from '../../../lib/focus.ts'

const words = pageMessages.scenes

type SceneStripProps = {
  scenes: readonly SceneItem[]
  /** The scene the cursor is in. */
  current: number | null
  onJump: (index: number) => void
}

/** The scenes as a column of numbers, where a list beside the page would make the page smaller. */
export const SceneStrip = memo(function SceneStrip({ scenes, current, onJump }: SceneStripProps) {
  const strip = useRef<HTMLElement>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const last = scenes.length - 1
  // One stop for Tab; arrow keys go on from there.
  const tabStop = Math.min(focused ?? current ?? 0, last)
  useEffect(() => {
    if (current !== null) strip.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function onKeyDown(event: KeyboardEvent): void {
    const places: Record<string, number> = {
      ArrowUp: tabStop - 1,
      ArrowDown: tabStop + 1,
      Home: 0,
      End: last,
    }
    const place = places[event.key]
    if (place === undefined) return
    event.preventDefault()
    giveFocus(strip.current?.children[Math.max(0, Math.min(last, place))])
  }

  return (
    <nav
      ref={strip}
      aria-label={words.strip}
      className="grid w-9 shrink-0 auto-rows-min content-start gap-px overflow-y-auto overscroll-contain border-r border-line bg-paper px-1 py-2 [scrollbar-width:none]"
    >
      {scenes.map(({ id, number, heading }, index) => (
        <button
          key={id}
          type="button"
          title={heading}
          aria-label={`${words.scene} ${number || index + 1}, ${heading}`}
          aria-current={index === current || undefined}
          tabIndex={index === tabStop ? 0 : -1}
          onKeyDown={onKeyDown}
          onFocus={() => setFocused(index)}
          onBlur={() => setFocused(null)}
          onClick={() => onJump(index)}
          className="h-5.5 truncate rounded-sm px-0.5 text-center font-script text-xs text-ink-2 hover:bg-sheet hover:text-ink focus-visible:-outline-offset-2 aria-current:bg-sheet aria-current:font-bold aria-current:text-ink aria-current:shadow-[inset_0_0_0_1px_var(--accent)]"
        >
          {number || index + 1}
        </button>
      ))}
    </nav>
  )
})
