import { useDraggable } from '@dnd-kit/core'
import { Check, GripVertical } from 'lucide-react'
import {
  type FocusEventHandler,
  type KeyboardEvent,
  type MouseEventHandler,
  type ReactNode,
  useState,
} from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { pageMessages } from '../../../messages/page.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlay/menu.tsx'
import type { SceneItem } from './scene-items.ts'

const words = pageMessages.scenes

type SceneRowProps = {
  scene: SceneItem
  isCurrent: boolean
  /** What leads from row to row. */
  row: { tabIndex: number; onFocus: () => void; onBlur: FocusEventHandler }
  isDragged: boolean
  /** Whether the next prompt is about it. */
  isChosen: boolean
  /** Whether a click chooses it. */
  isChoosing: boolean
  /** Whether all rows show which are chosen. */
  hasChoices: boolean
  /** The id of the explanation of the keys. */
  hintId: string | undefined
  onClick: MouseEventHandler
  onKeyDown: (event: KeyboardEvent) => void
  /** The menu with which the scene is moved without dragging; without it, it cannot be moved. */
  children: ReactNode
}

export function SceneRow(props: SceneRowProps) {
  const { scene, isCurrent, isChosen, isChoosing, hasChoices, hintId } = props
  const { number, heading, length, synopsis, characters, page } = scene
  const { setNodeRef, listeners } = useDraggable({ id: scene.id, disabled: !props.children })
  return (
    <div
      ref={setNodeRef}
      {...listeners}
      className={classNames(
        'group relative rounded-sm',
        isCurrent
          ? 'bg-sheet shadow-[inset_3px_0_0_var(--accent),inset_0_0_0_1px_var(--line)]'
          : 'hover:bg-sheet/60',
        props.isDragged && 'opacity-50',
      )}
    >
      <button
        type="button"
        data-scene={scene.id}
        {...(isChoosing && { role: 'checkbox', 'aria-checked': isChosen })}
        aria-current={isCurrent || undefined}
        aria-describedby={hintId}
        aria-keyshortcuts={hintId && 'Alt+ArrowUp Alt+ArrowDown Shift+ArrowUp Shift+ArrowDown'}
        {...props.row}
        onClick={props.onClick}
        onKeyDown={props.onKeyDown}
        className={classNames(
          'grid w-full items-baseline gap-x-1.5 rounded-sm py-1.5 pl-2.5 text-left text-sm select-none',
          'focus-visible:-outline-offset-2 touch:min-h-11 touch:py-2.5',
          hasChoices
            ? 'grid-cols-[3rem_minmax(0,1fr)_auto]'
            : 'grid-cols-[1.75rem_minmax(0,1fr)_auto]',
          'pr-2.5 touch:pr-12',
        )}
      >
        <span className="flex items-center gap-1.5 self-start truncate font-script text-xs text-ink-2">
          {hasChoices && <ChoiceMark isChosen={isChosen} />}
          <span>
            <span className="sr-only">{words.scene} </span>
            {number}
            {isChosen && !isChoosing && <span className="sr-only"> {words.isChosen}</span>}
          </span>
        </span>
        <Heading heading={heading} />
        <span className="font-script text-xs text-ink-2" title={words.onPage(page)}>
          {length}
          <span className="sr-only"> {words.pages}</span>
        </span>
        {synopsis && (
          <span className="col-start-2 -col-end-1 line-clamp-2 text-xs text-ink-2" dir="auto">
            {synopsis}
          </span>
        )}
        {characters.length > 0 && (
          <span className="col-start-2 -col-end-1 truncate text-xs text-ink-2" dir="auto">
            {characters.join(', ')}
          </span>
        )}
      </button>
      {props.children}
    </div>
  )
}

/** Two lines at most for the place; the time of day, after the last dash, is never cut off. */
function Heading({ heading }: { heading: string }) {
  const [, place = heading, time = ''] = /^(.*\S)\s+([-–—]+\s+[^-–—]{1,24})$/.exec(heading) ?? []
  return (
    <span
      className="flex flex-wrap gap-x-[1ch] font-script leading-tight font-bold uppercase"
      dir="auto"
      title={heading}
    >
      {/* The space is for screen readers and copies. */}
      <span className="line-clamp-2 min-w-0">{`${place} `}</span>
      {time && <span>{time}</span>}
    </span>
  )
}

function ChoiceMark({ isChosen }: { isChosen: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-4 shrink-0 place-items-center rounded-[4px] border',
        isChosen ? 'border-accent bg-accent text-accent-ink' : 'border-line-2 bg-sheet',
      )}
    >
      {isChosen && <Check className="size-3" />}
    </span>
  )
}

type SceneHandleProps = {
  scene: SceneItem
  index: number
  count: number
  onMove: (to: number) => void
}

/** Drags the scene; a click opens a menu that does the same. With a mouse it covers the number. */
export function SceneHandle({ scene, index, count, onMove }: SceneHandleProps) {
  const [isOpen, setIsOpen] = useState(false)
  const last = count - 1
  const moves = [
    { label: words.moveUp, to: index - 1, isPossible: index > 0 },
    { label: words.moveDown, to: index + 1, isPossible: index < last },
    { label: words.moveFirst, to: 0, isPossible: index > 0 },
    { label: words.moveLast, to: last, isPossible: index < last },
  ]
  return (
    <Menu open={isOpen} onOpenChange={setIsOpen}>
      <MenuTrigger asChild>
        <IconButton
          icon={GripVertical}
          tabIndex={-1}
          data-handle=""
          label={words.moveMenu(scene)}
          // Radix would open the menu before it is known whether this becomes a drag.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => setIsOpen(true)}
          className="absolute top-1 left-1 size-6 cursor-grab touch-none bg-sheet opacity-0 group-hover:opacity-100 data-[state=open]:opacity-100 touch:top-0 touch:right-0 touch:left-auto touch:size-11 touch:bg-transparent touch:opacity-100"
        />
      </MenuTrigger>
      <MenuContent>
        {moves.map(({ label, to, isPossible }) => (
          <MenuItem key={label} disabled={!isPossible} onSelect={() => onMove(to)}>
            {label}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
