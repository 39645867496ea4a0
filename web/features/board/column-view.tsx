import { useDroppable } from '@dnd-kit/core'
import { Ellipsis, Plus } from 'lucide-react'
import {
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Group } from '../../../screenplay/board.ts'
import { formatEighths } from '../../../screenplay/layout.ts'
import { useStore } from '../../lib/store.ts'
import { boardMessages } from '../../messages/board.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { DropLine, gapAt } from '../../ui/layout/list-drag.tsx'
import {
  rangeWith,
  useVirtualList,
  VirtualList,
  type VirtualRows,
} from '../../ui/layout/virtual-list.tsx'
import { ButtonMenu, MenuItem } from '../../ui/overlay/menu.tsx'
import { type BoardControl, titleOf } from './board-control.ts'
import type { ShownBoard, ShownCard, ShownColumn } from './board-store.ts'
import { CardForm, CardView } from './card-view.tsx'

const words = boardMessages

/** Finds the gap at a vertical position on the screen. */
export type GapAt = (y: number) => number

type ColumnViewProps = { column: ShownColumn; control: BoardControl }

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
export const ColumnView = memo(function ColumnView({ column, control }: ColumnViewProps) {
  const { state } = control
  const isHere = (wanted: string | null) =>
    wanted !== null && column.cards.some(({ id }) => id === wanted) ? wanted : null
  const focusedId = useStore(state, ({ tabStop }) => isHere(tabStop))
  const editedId = useStore(state, (shown) => isHere(shown.editedId))
  const draftAt = useStore(state, ({ draft }) => (draft?.columnId === column.id ? draft.gap : null))
  const title = useStore(state, ({ board }) => titleOf(board, column))
  const scroller = useRef<HTMLDivElement>(null)
  const rows = rowsOf(column, draftAt)
  const focused = rows.findIndex((row) => row.kind === 'card' && row.card.id === focusedId)
  const kept = rows.findIndex(
    (row) => row.kind === 'draft' || (row.kind === 'card' && row.card.id === editedId),
  )
  const list = useVirtualList({
    scroller,
    items: rows,
    keyOf: ({ key }) => key,
    heightOf: ({ kind }) => ESTIMATE[kind],
    // Until it is measured, so that the first cards come with the first frame.
    initialRect: { width: 300, height: 800 },
    useFlushSync: false,
    overscan: 2,
    gap: 10,
    paddingStart: 4,
    paddingEnd: 8,
    rangeExtractor: rangeWith(focused, kept),
  })
  const { scrollToIndex } = list.rows
  const area = useRef<HTMLUListElement>(null)

  useEffect(() => {
    if (focused >= 0) scrollToIndex(focused)
  }, [scrollToIndex, focused])
  useEffect(() => {
    if (kept >= 0) scrollToIndex(kept)
  }, [scrollToIndex, kept])

  return (
    <section
      aria-label={words.columnLabel(title, column.cards.length)}
      className="flex max-h-full min-h-0 w-[min(300px,86vw)] shrink-0 flex-col"
    >
      <ColumnHeader {...{ column, title, control }} />
      <div
        ref={scroller}
        className="relative min-h-12 flex-1 overflow-y-auto overscroll-contain rounded-md px-1 [scrollbar-width:thin] data-over:bg-sunk"
      >
        <VirtualList list={list} ref={area}>
          {(row) => (
            <div className="px-px">
              <RowView
                {...{ row, column, control }}
                isEdited={row.kind === 'card' && row.card.id === editedId}
              />
            </div>
          )}
        </VirtualList>
        <DropArea id={column.id} area={area} scroller={scroller} rows={list.rows} />
        <DropPlace
          columnId={column.id}
          drop={control.drop}
          scroller={scroller}
          lineAt={(gap) =>
            (list.rows.measurementsCache[gap]?.start ?? list.rows.getTotalSize() - 8 + 10) - 5
          }
        />
      </div>
      <Button
        size="sm"
        variant="ghost"
        aria-label={words.addCardTo(title)}
        onClick={() => control.newCardIn(column)}
        className="mt-1 self-start"
      >
        <Plus />
        {words.addCard}
      </Button>
    </section>
  )
})

type RowViewProps = ColumnViewProps & { row: Row; isEdited: boolean }

function RowView({ row, column, control, isEdited }: RowViewProps) {
  if (row.kind === 'group') return <GroupTitle group={row.group} control={control} />
  if (row.kind === 'draft')
    return (
      <CardForm
        kind="idea"
        written={{ heading: '', synopsis: '' }}
        onSave={(card) => control.saveNew(column, row.gap, card)}
        onCancel={control.cancel}
      />
    )
  const { card } = row
  if (isEdited)
    return (
      <CardForm
        kind={card.kind}
        written={control.writtenOf(card.id)}
        onSave={(written) => control.save(card.id, written)}
        onCancel={control.cancel}
      />
    )
  return <CardView card={card} control={control} />
}

type DropAreaProps = {
  id: string
  area: RefObject<HTMLElement | null>
  scroller: RefObject<HTMLElement | null>
  rows: VirtualRows
}

/** A component of its own: while something is dragged, it is rendered again and the column is not. */
function DropArea({ id, area, scroller, rows }: DropAreaProps) {
  const find: GapAt = (y) => gapAt(scroller, rows, y)
  const { setNodeRef } = useDroppable({ id, data: { gapAt: find } })
  useLayoutEffect(() => setNodeRef(area.current), [setNodeRef, area])
  return null
}

type DropPlaceProps = {
  columnId: string
  drop: BoardControl['drop']
  scroller: RefObject<HTMLElement | null>
  lineAt: (gap: number) => number
}

/** Where what is dragged would be dropped. */
function DropPlace({ columnId, drop, scroller, lineAt }: DropPlaceProps) {
  const gap = useStore(drop, (at) => (at?.columnId === columnId ? at.gap : null))
  useLayoutEffect(() => {
    scroller.current?.toggleAttribute('data-over', gap !== null)
  }, [scroller, gap])
  if (gap === null) return null
  return <DropLine at={lineAt(gap)} className="inset-x-1 h-[3px]" />
}

type ColumnHeaderProps = ColumnViewProps & { title: string }

function ColumnHeader({ column, title, control }: ColumnHeaderProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const { section, cards } = column
  const scenes = cards.filter(({ kind }) => kind === 'scene')
  const isFirst = useStore(control.state, ({ board }) => sectionsOf(board)[0] === column)
  const isLast = useStore(control.state, ({ board }) => sectionsOf(board).at(-1) === column)
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
              if (name !== null) control.rename(section.index, name)
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
            <MenuItem disabled={isFirst} onSelect={() => control.moveColumn(column, -1)}>
              {words.moveLeft}
            </MenuItem>
            <MenuItem disabled={isLast} onSelect={() => control.moveColumn(column, 1)}>
              {words.moveRight}
            </MenuItem>
            <MenuItem onSelect={() => control.removeColumn(section.index, title)}>
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

const sectionsOf = ({ columns }: ShownBoard) => columns.filter(({ section }) => section)

function TitleMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ButtonMenu
      button={<IconButton icon={Ellipsis} label={label} className="size-8 touch:size-10" />}
    >
      {children}
    </ButtonMenu>
  )
}

type GroupTitleProps = { group: Group; control: BoardControl }

/** A nested section above its cards. */
function GroupTitle({ group, control }: GroupTitleProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const { heading, depth, index, synopsis } = group
  if (isRenaming)
    return (
      <TitleForm
        title={heading}
        onDone={(name) => {
          setIsRenaming(false)
          if (name !== null) control.rename(index, name)
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
        <MenuItem onSelect={() => control.removeColumn(index, heading)}>
          {words.removeGroup}
        </MenuItem>
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
