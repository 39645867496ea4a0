import { DndContext } from '@dnd-kit/core'
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { pageMessages } from '../../../messages/page.ts'
import { DropLine, gapAt } from '../../../ui/layout/list-drag.tsx'
import { useRovingRow } from '../../../lib/roving-row.ts'
import { rangeWith, useVirtualList, VirtualList } from '../../../ui/layout/virtual-list.tsx'
import { type ChosenScenes, toggleScene } from '../scope/page-scope.ts'
import { useSceneDrag } from './scene-drag.ts'
import { type PlacedScene, placeAfterDrop, type SceneItem } from './scene-items.ts'
import { SceneHandle, SceneRow } from './scene-row.tsx'

const words = pageMessages.scenes

/** Used until a row is measured. */
const estimatedHeight = ({ heading, synopsis, characters }: SceneItem) =>
  30 + (heading.length > 18 ? 16 : 0) + (synopsis ? 16 : 0) + (characters.length > 0 ? 16 : 0)

type SceneRowsProps = ChoosingProps & {
  /** The number of scenes in the whole script. */
  count: number
  /** Not while the list is filtered: neighbours in it need not be neighbours in the script. */
  canMove: boolean
  onMove: (from: number, to: number) => void
  /** Focuses the first row. */
  entry: Ref<() => void>
}

export function SceneRows({ count, canMove, onMove, entry, ...choosing }: SceneRowsProps) {
  const { shown, current, chosen, isChoosing } = choosing
  const scroller = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const hintId = useId()
  const { chooseTo, onClick } = useChoosing(choosing)
  const { tabStop, focusAt, rowProps } = useRovingRow({
    scroller,
    keys: shown.map(({ scene }) => scene.id),
    currentKey: shown.find(({ index }) => index === current)?.scene.id,
  })
  const { drag, context } = useSceneDrag({
    placeOf: (id) => shown.findIndex(({ scene }) => scene.id === id),
    gapAt: (y) => gapAt(scroller, list.rows, y),
    onDrop: (from, gap) => move(from, placeAfterDrop(from, gap)),
  })
  const list = useVirtualList({
    scroller,
    items: shown,
    keyOf: ({ scene }) => scene.id,
    heightOf: ({ scene }) => estimatedHeight(scene),
    overscan: 6,
    gap: 2,
    rangeExtractor: rangeWith(tabStop, drag?.from ?? tabStop),
  })
  const { rows } = list

  // The row that Tab reaches stays in view: where the writer is, or what has just been moved.
  useEffect(() => {
    if (!drag) rows.scrollToIndex(tabStop)
  }, [rows, tabStop, drag])

  function move(from: number, to: number): void {
    const scene = shown[from]?.scene
    if (!scene || to === from || to < 0 || to >= count) return
    onMove(from, to)
    setAnnouncement(words.moved(scene, to + 1, count))
  }

  function goTo(place: number): void {
    setAnnouncement('')
    focusAt(place)
  }

  function onKeyDown(event: KeyboardEvent, place: number): void {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const { altKey, shiftKey } = event
    if (event.ctrlKey || event.metaKey || (shiftKey && (altKey || step === 0))) return
    if (shiftKey) {
      chooseTo(place + step, shown[place]?.index)
      goTo(place + step)
    } else if (step !== 0 && altKey && canMove) move(place, place + step)
    else if (altKey) return
    else if (step !== 0) goTo(place + step)
    else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(shown.length - 1)
    else return
    event.preventDefault()
  }

  useImperativeHandle(entry, () => () => goTo(0))

  return (
    <DndContext {...context}>
      <div
        ref={scroller}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-2"
      >
        <VirtualList list={list}>
          {({ scene, index }, place) => (
            <SceneRow
              scene={scene}
              isCurrent={index === current}
              row={rowProps(place)}
              isDragged={drag?.from === place}
              isChosen={chosen !== null && index >= chosen.from && index <= chosen.to}
              isChoosing={isChoosing}
              hasChoices={isChoosing || chosen !== null}
              hintId={canMove ? hintId : undefined}
              onClick={(event) => onClick(event, place, index)}
              onKeyDown={(event) => onKeyDown(event, place)}
            >
              {canMove && !isChoosing && (
                <SceneHandle {...{ scene, index, count }} onMove={(to) => move(place, to)} />
              )}
            </SceneRow>
          )}
        </VirtualList>
        {drag && (
          <DropLine
            at={(rows.measurementsCache[drag.gap]?.start ?? rows.getTotalSize() + 1) - 1}
            className="inset-x-2 h-0.5"
          />
        )}
        <span id={hintId} hidden>
          {words.moveHint} {words.chooseKeys}
        </span>
        <output className="sr-only">{announcement}</output>
      </div>
    </DndContext>
  )
}

type ChoosingProps = {
  shown: readonly PlacedScene[]
  current: number | null
  chosen: ChosenScenes | null
  /** Whether a click chooses a scene instead of jumping to it. */
  isChoosing: boolean
  onChoose: (chosen: ChosenScenes | null) => void
  onJump: (index: number) => void
}

/** Which scenes a prompt is to be about, by clicks and keys. */
function useChoosing({ shown, current, chosen, isChoosing, onChoose, onJump }: ChoosingProps) {
  /** The scene where a range chosen with Shift begins. */
  const anchor = useRef<number | null>(null)

  /** Chooses the scenes from where choosing began, or else from `beginning`, to a row. */
  function chooseTo(place: number, beginning: number | null | undefined): void {
    const target = shown[Math.max(0, Math.min(shown.length - 1, place))]
    if (!target) return
    if (!chosen) anchor.current = null
    anchor.current ??= chosen?.from ?? beginning ?? target.index
    const [from, to] = [anchor.current, target.index].toSorted((one, other) => one - other)
    if (from !== undefined && to !== undefined) onChoose({ from, to })
  }

  function onClick(event: MouseEvent, place: number, index: number): void {
    if (event.shiftKey) chooseTo(place, current)
    else if (event.ctrlKey || event.metaKey || isChoosing) {
      const next = toggleScene(chosen, index)
      anchor.current = next && index
      onChoose(next)
    } else onJump(index)
  }

  return { chooseTo, onClick }
}
