import { useDroppable } from '@dnd-kit/core'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Ellipsis, Plus } from 'lucide-react'
import {
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Group, NewCard } from '../../../screenplay/board.ts'
import { formatEighths } from '../../../screenplay/layout.ts'
import type { Store } from '../../lib/store.ts'
import { boardMessages } from '../../messages/board.ts'
import { Button } from '../../ui/button/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/overlay/menu.tsx'
import type { ShownCard, ShownColumn } from './board-store.ts'
import { type CardActions, CardForm, CardView } from './card-view.tsx'

const words = boardMessages

/** Between two parts of a column. */
export type Gap = { columnId: string; gap: number }

/** Finds the gap at a vertical position on the screen. */
export type GapAt = (y: number) => number

export type ColumnActions = {
  onRename: (index: number, title: string) => void
  onMove: (column: ShownColumn, by: 1 | -1) => void
  onRemove: (index: number, title: string) => void
  onNewCard: (column: ShownColumn) => void
  onSaveNew: (column: ShownColumn, gap: number, card: NewCard) => boolean
  onSave: (card: ShownCard, written: NewCard) => boolean
  onCancel: () => void
  writtenOf: (card: ShownCard) => NewCard
}

type ColumnViewProps = {
  column: ShownColumn
  title: string
  /** How many columns are sections, and which of them this one is. */
  place: { at: number; of: number }
  selected: ReadonlySet<string>
  markedId: string | undefined
  focusedId: string | null
  editedId: string | null
  /** Where a new card is being written in this column. */
  draftAt: number | null
  isDimmed: ((card: ShownCard) => boolean) | null
  dragged: ReadonlySet<string>
  drop: Store<Gap | null>
  gapFinders: Map<string, GapAt>
  hintId: string
  cardActions: CardActions
  actions: ColumnActions
}

type Row = { key: string } & (
  | { kind: 'card'; card: ShownCard }
  | { kind: 'group'; group: Group }
  | { kind: 'draft'; gap: number }
)

function rowsOf({ parts }: ShownColumn, draftAt: number | null): Row[] {
  const rows = parts.map(
    (part): Row =>
      part.kind === 'group'
        ? { kind: 'group', group: part, key: `group ${part.index}` }
        : { kind: 'card', card: part, key: part.id },
  )
  if (draftAt !== null) rows.splice(draftAt, 0, { kind: 'draft', gap: draftAt, key: 'draft' })
  return rows
}

const ESTIMATE = { card: 104, group: 40, draft: 190 }

/** A column, of which only the cards in view are rendered. */
export const ColumnView = memo(function ColumnView(props: ColumnViewProps) {
  const { column, title, selected, focusedId, editedId, draftAt, drop, gapFinders } = props
  const { cardActions, actions } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rows = rowsOf(column, draftAt)
  const focused = rows.findIndex((row) => row.kind === 'card' && row.card.id === focusedId)
  const kept = rows.findIndex(
    (row) => row.kind === 'draft' || (row.kind === 'card' && row.card.id === editedId),
  )
  // oxlint-disable-next-line react/incompatible-library -- a React Compiler rule, and it is not used here
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE[rows[index]?.kind ?? 'card'],
    getItemKey: (index) => rows[index]?.key ?? index,
    // Until it is measured, so that the first cards come with the first frame.
    initialRect: { width: 300, height: 800 },
    useFlushSync: false,
    overscan: 2,
    gap: 10,
    paddingStart: 4,
    paddingEnd: 8,
    rangeExtractor: (range) => {
      const shown = new Set([...defaultRangeExtractor(range), focused, kept])
      return [...shown]
        .filter((index) => index >= 0 && index < rows.length)
        .toSorted((one, other) => one - other)
    },
  })

  useEffect(() => {
    if (focused >= 0) list.scrollToIndex(focused)
  }, [list, focused])
  useEffect(() => {
    if (kept >= 0) list.scrollToIndex(kept)
  }, [list, kept])

  useLayoutEffect(() => {
    gapFinders.set(column.id, (y) => {
      const element = scroller.current
      if (!element) return 0
      const offset = y - element.getBoundingClientRect().top + element.scrollTop
      const row = list.getVirtualItemForOffset(Math.max(0, offset))
      if (!row) return 0
      return Math.min(rows.length, offset < row.start + row.size / 2 ? row.index : row.index + 1)
    })
    return () => void gapFinders.delete(column.id)
  })

  return (
    <section
      aria-label={words.columnLabel(title, column.cards.length)}
      className="flex max-h-full min-h-0 w-[min(300px,86vw)] shrink-0 flex-col"
    >
      <ColumnHeader {...{ column, title, actions }} place={props.place} />
      <div
        ref={scroller}
        className="relative min-h-12 flex-1 overflow-y-auto overscroll-contain rounded-md px-1 [scrollbar-width:thin] data-over:bg-sunk"
      >
        <DropArea id={column.id} height={Math.max(list.getTotalSize(), 48)}>
          {list.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index]
            if (!row) return null
            return (
              <li
                key={key}
                ref={list.measureElement}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
                className="absolute inset-x-0 top-0 px-px"
              >
                {row.kind === 'group' ? (
                  <GroupTitle group={row.group} actions={actions} />
                ) : row.kind === 'draft' ? (
                  <CardForm
                    kind="idea"
                    written={{ heading: '', synopsis: '' }}
                    onSave={(card) => actions.onSaveNew(column, row.gap, card)}
                    onCancel={actions.onCancel}
                  />
                ) : row.card.id === editedId ? (
                  <CardForm
                    kind={row.card.kind}
                    written={actions.writtenOf(row.card)}
                    onSave={(written) => actions.onSave(row.card, written)}
                    onCancel={actions.onCancel}
                  />
                ) : (
                  <CardView
                    card={row.card}
                    isSelected={selected.has(row.card.id)}
                    isMarked={row.card.id === props.markedId}
                    isTabStop={row.card.id === focusedId}
                    isDimmed={props.isDimmed?.(row.card) ?? false}
                    isDragged={props.dragged.has(row.card.id)}
                    hintId={props.hintId}
                    actions={cardActions}
                  />
                )}
              </li>
            )
          })}
        </DropArea>
        <DropLine
          columnId={column.id}
          drop={drop}
          scroller={scroller}
          lineAt={(gap) => (list.measurementsCache[gap]?.start ?? list.getTotalSize() - 8 + 10) - 5}
        />
      </div>
      <Button
        size="sm"
        variant="ghost"
        aria-label={words.addCardTo(title)}
        onClick={() => actions.onNewCard(column)}
        className="mt-1 self-start"
      >
        <Plus aria-hidden="true" />
        {words.addCard}
      </Button>
    </section>
  )
})

/** A component of its own: while something is dragged, it is rendered again and the column is not. */
function DropArea({ id, height, children }: { id: string; height: number; children: ReactNode }) {
  const { setNodeRef } = useDroppable({ id })
  return (
    <ul ref={setNodeRef} style={{ height }} className="relative">
      {children}
    </ul>
  )
}

type DropLineProps = {
  columnId: string
  drop: Store<Gap | null>
  scroller: RefObject<HTMLElement | null>
  lineAt: (gap: number) => number
}

/** Where what is dragged would be dropped. */
function DropLine({ columnId, drop, scroller, lineAt }: DropLineProps) {
  const gap = useSyncExternalStore(drop.subscribe, () => {
    const at = drop.get()
    return at?.columnId === columnId ? at.gap : null
  })
  useLayoutEffect(() => {
    scroller.current?.toggleAttribute('data-over', gap !== null)
  }, [scroller, gap])
  if (gap === null) return null
  return (
    <div
      aria-hidden="true"
      data-drop-line=""
      style={{ transform: `translateY(${lineAt(gap)}px)` }}
      className="pointer-events-none absolute inset-x-1 top-0 z-10 h-[3px] -translate-y-px rounded-full bg-accent"
    />
  )
}

type ColumnHeaderProps = {
  column: ShownColumn
  title: string
  place: { at: number; of: number }
  actions: ColumnActions
}

function ColumnHeader({ column, title, place, actions }: ColumnHeaderProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const { section, cards } = column
  const scenes = cards.filter(({ kind }) => kind === 'scene')
  const isKnown = scenes.every(({ eighths }) => eighths !== null)
  const eighths = scenes.reduce((sum, card) => sum + (card.eighths ?? 0), 0)
  return (
    <div className="px-1.5 pb-2">
      <div className="flex min-h-9 items-center gap-1">
        {isRenaming && section ? (
          <TitleForm
            title={section.heading}
            onDone={(name) => {
              setIsRenaming(false)
              if (name !== null) actions.onRename(section.index, name)
            }}
          />
        ) : (
          <h2 className="min-w-0 flex-1 font-script text-md leading-tight font-bold" dir="auto">
            {section && <span className="text-ink-2">{'# '}</span>}
            {title}{' '}
            <span className="ml-1 text-xs font-normal whitespace-nowrap text-ink-2">
              {words.lengthOf(
                scenes.length,
                isKnown && scenes.length > 0 ? formatEighths(eighths) : null,
              )}
            </span>
          </h2>
        )}
        {section && !isRenaming && (
          <TitleMenu label={words.columnMenu(title)}>
            <MenuItem onSelect={() => setIsRenaming(true)}>{words.rename}</MenuItem>
            <MenuItem disabled={place.at <= 0} onSelect={() => actions.onMove(column, -1)}>
              {words.moveLeft}
            </MenuItem>
            <MenuItem
              disabled={place.at >= place.of - 1}
              onSelect={() => actions.onMove(column, 1)}
            >
              {words.moveRight}
            </MenuItem>
            <MenuItem onSelect={() => actions.onRemove(section.index, title)}>
              {words.removeColumn}
            </MenuItem>
          </TitleMenu>
        )}
      </div>
      {section && section.synopsis !== '' && (
        <p dir="auto" className="line-clamp-2 text-sm text-ink-2" title={section.synopsis}>
          {section.synopsis}
        </p>
      )}
    </div>
  )
}

function TitleMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={label} className="size-8 touch:size-10">
          <Ellipsis aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent>{children}</MenuContent>
    </Menu>
  )
}

type GroupTitleProps = { group: Group; actions: ColumnActions }

/** A nested section above its cards. */
function GroupTitle({ group, actions }: GroupTitleProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const { heading, depth, index, synopsis } = group
  if (isRenaming)
    return (
      <TitleForm
        title={heading}
        onDone={(name) => {
          setIsRenaming(false)
          if (name !== null) actions.onRename(index, name)
        }}
      />
    )
  return (
    <div className="flex items-center gap-1 border-b border-line-2 pt-1 pl-1">
      <div className="min-w-0 flex-1">
        <h3 dir="auto" className="font-script text-sm leading-tight font-bold">
          <span className="text-ink-2">{'#'.repeat(depth)} </span>
          {heading}
        </h3>
        {synopsis !== '' && (
          <p dir="auto" className="line-clamp-2 text-xs text-ink-2" title={synopsis}>
            {synopsis}
          </p>
        )}
      </div>
      <TitleMenu label={words.groupMenu(heading)}>
        <MenuItem onSelect={() => setIsRenaming(true)}>{words.rename}</MenuItem>
        <MenuItem onSelect={() => actions.onRemove(index, heading)}>{words.removeGroup}</MenuItem>
      </TitleMenu>
    </div>
  )
}

type TitleFormProps = {
  title: string
  /** Null if it stays as it is. */
  onDone: (title: string | null) => void
}

export function TitleForm({ title, onDone }: TitleFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useLayoutEffect(() => field.current?.select(), [])
  function finish(isSaved: boolean): void {
    if (isOver.current) return
    isOver.current = true
    const name = field.current?.value.trim() ?? ''
    onDone(isSaved && name !== '' && name !== title ? name : null)
  }
  return (
    <input
      ref={field}
      defaultValue={title}
      aria-label={words.columnName}
      placeholder={words.columnName}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') finish(true)
        else if (event.key === 'Escape') finish(false)
        else return
        event.preventDefault()
      }}
      className="h-8 w-full min-w-0 rounded-sm border border-line-2 bg-sheet px-2 font-script text-md font-bold"
    />
  )
}
