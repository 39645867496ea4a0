import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { pageMessages } from '../../../messages/page.ts'
import { type ChosenScenes, toggleScene } from '../scope/page-scope.ts'
import { type PlacedScene, placeAfterDrop, type SceneItem } from './scene-items.ts'
import { SceneHandle, SceneRow } from './scene-row.tsx'
import { useSceneDrag } from './use-scene-drag.ts'

const words = pageMessages.scenes

/** Used until a row is measured. */
const estimatedHeight = ({ heading, synopsis, characters }: SceneItem) =>
  30 + (heading.length > 18 ? 16 : 0) + (synopsis ? 16 : 0) + (characters.length > 0 ? 16 : 0)

type SceneRowsProps = {
  shown: readonly PlacedScene[]
  /** The number of scenes in the whole script. */
  count: number
  current: number | null
  /** Not while the list is filtered: neighbours in it need not be neighbours in the script. */
  canMove: boolean
  onJump: (index: number) => void
  onMove: (from: number, to: number) => void
  chosen: ChosenScenes | null
  /** Whether a click chooses a scene instead of jumping to it. */
  isChoosing: boolean
  onChoose: (chosen: ChosenScenes | null) => void
  /** Focuses the first row. */
  entry: RefObject<(() => void) | null>
}

/** Only the rows in view, the one that Tab reaches and the one being dragged are rendered. */
export function SceneRows({ shown, count, current, canMove, ...props }: SceneRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const mustFocus = useRef(false)
  /** The scene where a range chosen with Shift begins. */
  const anchor = useRef<number | null>(null)
  const hintId = useId()

  const indexWhere = (isIt: (placed: PlacedScene) => boolean) => Math.max(0, shown.findIndex(isIt))
  const tabStop =
    focusedId === null
      ? indexWhere(({ index }) => index === current)
      : indexWhere(({ scene }) => scene.id === focusedId)

  const { drag, begin } = useSceneDrag({
    scroller,
    gapAt,
    onDrop: (from, gap) => move(from, placeAfterDrop(from, gap)),
  })
  // oxlint-disable-next-line react/incompatible-library -- a React Compiler rule, and it is not used here
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => {
      const placed = shown[place]
      return placed ? estimatedHeight(placed.scene) : 0
    },
    getItemKey: (place) => shown[place]?.scene.id ?? place,
    overscan: 6,
    gap: 2,
    rangeExtractor: (range) => {
      const rendered = new Set([...defaultRangeExtractor(range), tabStop, drag?.from ?? tabStop])
      return [...rendered].filter((place) => place < shown.length).toSorted((a, b) => a - b)
    },
  })

  function gapAt(y: number): number {
    const list = scroller.current
    if (!list) return 0
    const offset = y - list.getBoundingClientRect().top + list.scrollTop
    const row = rows.getVirtualItemForOffset(Math.max(0, offset))
    if (!row) return 0
    return offset < row.start + row.size / 2 ? row.index : row.index + 1
  }

  // The row that Tab reaches stays in view: where the writer is, or what has just been moved.
  useEffect(() => {
    if (!drag) rows.scrollToIndex(tabStop)
  }, [rows, tabStop, drag])

  useLayoutEffect(() => {
    if (!mustFocus.current) return
    const row = scroller.current?.querySelector<HTMLElement>('[data-scene][tabindex="0"]')
    mustFocus.current = false
    row?.focus({ preventScroll: true })
  })

  function focusAt(place: number): void {
    const placed = shown[Math.max(0, Math.min(shown.length - 1, place))]
    if (!placed) return
    mustFocus.current = true
    setFocusedId(placed.scene.id)
    // Renders, and so moves the focus, even if `focusedId` stays the same.
    setAnnouncement('')
  }

  function move(from: number, to: number): void {
    const scene = shown[from]?.scene
    if (!scene || to === from || to < 0 || to >= count) return
    props.onMove(from, to)
    setAnnouncement(words.moved(scene, to + 1, count))
  }

  /** Chooses the scenes from where choosing began, or else from `beginning`, to a row. */
  function chooseTo(place: number, beginning: number | null | undefined): void {
    const target = shown[Math.max(0, Math.min(shown.length - 1, place))]
    if (!target) return
    if (!props.chosen) anchor.current = null
    anchor.current ??= props.chosen?.from ?? beginning ?? target.index
    const [from, to] = [anchor.current, target.index].toSorted((one, other) => one - other)
    if (from !== undefined && to !== undefined) props.onChoose({ from, to })
  }

  function onClick(event: MouseEvent, place: number, index: number): void {
    if (event.shiftKey) chooseTo(place, current)
    else if (event.ctrlKey || event.metaKey || props.isChoosing) {
      const chosen = toggleScene(props.chosen, index)
      anchor.current = chosen && index
      props.onChoose(chosen)
    } else props.onJump(index)
  }

  function onKeyDown(event: KeyboardEvent, place: number): void {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step !== 0 && event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      chooseTo(place + step, shown[place]?.index)
      focusAt(place + step)
      return
    }
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (step !== 0 && event.altKey && canMove) move(place, place + step)
    else if (event.altKey) return
    else if (step !== 0) focusAt(place + step)
    else if (event.key === 'Home') focusAt(0)
    else if (event.key === 'End') focusAt(shown.length - 1)
    else return
    event.preventDefault()
  }

  useLayoutEffect(() => {
    props.entry.current = () => focusAt(0)
  })

  const isChosen = (index: number) =>
    props.chosen !== null && index >= props.chosen.from && index <= props.chosen.to

  const lineAt = drag && gapOffset(drag.gap)
  function gapOffset(gap: number): number {
    const next = rows.measurementsCache[gap]
    return next ? next.start - 1 : rows.getTotalSize()
  }

  return (
    <div ref={scroller} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-2">
      <ul style={{ height: rows.getTotalSize() }} className="relative">
        {rows.getVirtualItems().map(({ index: place, key, start }) => {
          const placed = shown[place]
          if (!placed) return null
          const { scene, index } = placed
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={place}
              aria-setsize={shown.length}
              aria-posinset={place + 1}
              style={{ transform: `translateY(${start}px)` }}
              className="absolute inset-x-0 top-0"
            >
              <SceneRow
                scene={scene}
                isCurrent={index === current}
                isTabStop={place === tabStop}
                isDragged={drag?.from === place}
                isChosen={isChosen(index)}
                isChoosing={props.isChoosing}
                hasChoices={props.isChoosing || props.chosen !== null}
                hintId={canMove ? hintId : undefined}
                onFocus={() => setFocusedId(scene.id)}
                onBlur={({ relatedTarget }) => {
                  if (!scroller.current?.contains(relatedTarget)) setFocusedId(null)
                }}
                onClick={(event) => onClick(event, place, index)}
                onKeyDown={(event) => onKeyDown(event, place)}
                onPointerDown={(event) => {
                  if (canMove && !props.isChoosing) begin(event, place)
                }}
                handle={
                  canMove &&
                  !props.isChoosing && (
                    <SceneHandle
                      scene={scene}
                      index={index}
                      count={count}
                      onMove={(to) => move(place, to)}
                      onPointerDown={(event) => begin(event, place)}
                    />
                  )
                }
              />
            </li>
          )
        })}
      </ul>
      {lineAt !== null && (
        <div
          aria-hidden="true"
          data-drop-line=""
          style={{ transform: `translateY(${lineAt}px)` }}
          className="pointer-events-none absolute inset-x-2 top-0 z-10 h-0.5 -translate-y-px rounded-full bg-accent"
        />
      )}
      <span id={hintId} hidden>
        {words.moveHint} {words.chooseKeys}
      </span>
      <output className="sr-only">{announcement}</output>
    </div>
  )
}
