import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { historyMessages } from '../../../messages/history.ts'
import { isChoosable, type ListItem, type Shown, stepFrom } from './list-items.ts'
import { type RowFacts, VersionRow } from './version-row.tsx'

const words = historyMessages

const HEIGHTS = { now: 58, day: 33, version: 58 }

type VersionListProps = {
  items: readonly ListItem[]
  shown: Shown
  factsOf: (item: Exclude<ListItem, { kind: 'day' }>) => RowFacts
  onChoose: (id: Shown) => void
  /** Whether the list is shown rather than a version, where only one fits; it then takes the focus. */
  isFront: boolean
}

/** Only the rows in view and the one that Tab reaches are rendered. */
export function VersionList({ items, shown, factsOf, onChoose, isFront }: VersionListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const mustFocus = useRef(false)
  const hintId = useId()
  const wanted = focusedId ?? shown
  const tabStop = Math.max(
    0,
    items.findIndex(({ id }) => id === wanted),
  )
  // oxlint-disable-next-line react/incompatible-library -- a React Compiler rule, and it is not used here
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => HEIGHTS[items[place]?.kind ?? 'version'],
    getItemKey: (place) => items[place]?.id ?? place,
    overscan: 6,
    paddingStart: 8,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), tabStop])].toSorted((a, b) => a - b),
  })

  // Scrolls to the wanted row, but not when versions are added above it.
  useEffect(() => {
    const place = items.findIndex(({ id }) => id === wanted)
    if (place >= 0) rows.scrollToIndex(place)
    // oxlint-disable-next-line react/exhaustive-deps -- the list scrolls by itself only to another row
  }, [rows, wanted])

  useLayoutEffect(() => {
    mustFocus.current = isFront
  }, [isFront])
  // Tries after each render until a row has the focus: a hidden list has no rows.
  useLayoutEffect(() => {
    if (!mustFocus.current) return
    const row = scroller.current?.querySelector<HTMLElement>('[data-version][tabindex="0"]')
    if (!row) return
    row.focus({ preventScroll: true })
    mustFocus.current = false
  })

  function focusAt(place: number): void {
    const item = items[place]
    if (!item || place === tabStop) return
    mustFocus.current = true
    setFocusedId(item.id)
  }

  function onKeyDown(event: KeyboardEvent, place: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === 'ArrowDown') focusAt(stepFrom(items, place, 1))
    else if (event.key === 'ArrowUp') focusAt(stepFrom(items, place, -1))
    else if (event.key === 'Home') focusAt(0)
    else if (event.key === 'End') focusAt(items.length - 1)
    else return
    event.preventDefault()
  }

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2.5 pb-3">
      <ul
        aria-label={words.list}
        aria-describedby={hintId}
        style={{ height: rows.getTotalSize() }}
        className="relative"
      >
        {rows.getVirtualItems().map(({ index: place, key, start }) => {
          const item = items[place]
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={place}
              aria-setsize={items.length}
              aria-posinset={place + 1}
              style={{ transform: `translateY(${start}px)` }}
              className="absolute inset-x-0 top-0"
            >
              {isChoosable(item) ? (
                <VersionRow
                  {...factsOf(item)}
                  isShown={item.id === shown}
                  isTabStop={place === tabStop}
                  onChoose={() => onChoose(item.id)}
                  onFocus={() => setFocusedId(item.id)}
                  onBlur={({ relatedTarget }) => {
                    if (!scroller.current?.contains(relatedTarget)) setFocusedId(null)
                  }}
                  onKeyDown={(event) => onKeyDown(event, place)}
                />
              ) : (
                <h2 className="px-2.5 pt-3 pb-1 text-xs font-medium text-ink-2">{item?.name}</h2>
              )}
            </li>
          )
        })}
      </ul>
      <span id={hintId} hidden>
        {words.keys}
      </span>
    </div>
  )
}
