import { RotateCw } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../button/button.tsx'
import { FailureNote } from '../feedback/failure-note.tsx'
import { useFocusedIndex } from './use-focused-index.ts'
import { rangeWith, useVirtualList, VirtualList } from './virtual-list.tsx'

type SideListProps<Item> = {
  heading: string
  refreshLabel: string
  isRefreshing: boolean
  onRefresh: () => void
  /** Shown instead of the list: loading, empty, failed. */
  note?: ReactNode
  /** Why the list could not be refetched. */
  failure?: string | undefined
  items: readonly Item[]
  currentId: string | null
  children: (item: Item) => ReactNode
}

export function SideList<Item extends { id: string }>(props: SideListProps<Item>) {
  const { heading, refreshLabel, isRefreshing, onRefresh, note, failure, ...list } = props
  return (
    <section aria-label={heading} className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center justify-between pt-2 pr-3 pl-4">
        <h2 className="text-xs font-medium text-ink-2">{heading}</h2>
        <Button
          variant="ghost"
          size="icon"
          className="size-8 touch:size-11"
          aria-label={refreshLabel}
          busy={isRefreshing}
          onClick={onRefresh}
        >
          <RotateCw className="size-4!" />
        </Button>
      </div>
      <div aria-live="polite" className="px-4 py-2 text-md text-ink-2 empty:hidden">
        {note}
      </div>
      {failure && <FailureNote className="px-4 pb-2">{failure}</FailureNote>}
      {note === undefined && <SideRows {...list} />}
    </section>
  )
}

/** Estimated height of a row with two lines, until it is measured. */
const ROW_HEIGHT = 52

type SideRowsProps<Item> = Pick<SideListProps<Item>, 'items' | 'currentId' | 'children'>

function SideRows<Item extends { id: string }>({
  items,
  currentId,
  children,
}: SideRowsProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null)
  const focused = useFocusedIndex(scroller)
  const current = items.findIndex(({ id }) => id === currentId)
  const list = useVirtualList({
    scroller,
    items,
    keyOf: ({ id }) => id,
    heightOf: () => ROW_HEIGHT,
    overscan: 6,
    // Lets the first render include the visible rows.
    initialRect: { width: 0, height: window.innerHeight },
    // Those that the focus may go to.
    rangeExtractor: rangeWith(0, items.length - 1, current, focused - 1, focused, focused + 1),
  })
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pt-0.5 pb-4"
    >
      <VirtualList list={list}>{children}</VirtualList>
    </div>
  )
}

type SideListItemProps = {
  title: string
  detail?: string
  isCurrent: boolean
  onChoose: () => void
  /** Shown at the end of the item, such as a menu. */
  action?: ReactNode
}

export function SideListItem({ title, detail, isCurrent, onChoose, action }: SideListItemProps) {
  return (
    <div
      className={classNames(
        'group relative flex items-start rounded-sm',
        isCurrent
          ? 'bg-sheet shadow-[inset_3px_0_0_var(--accent),inset_0_0_0_1px_var(--line)]'
          : 'hover:bg-sheet/60',
      )}
    >
      <button
        type="button"
        aria-current={isCurrent || undefined}
        onClick={onChoose}
        className={classNames(
          'flex min-h-9 min-w-0 flex-1 flex-col justify-center rounded-sm py-2 pl-2.5 text-left focus-visible:-outline-offset-2 touch:min-h-11',
          action ? 'pr-11' : 'pr-2.5',
        )}
      >
        <span className="w-full truncate text-md" dir="auto" title={title}>
          {title}
        </span>
        {detail && <span className="text-xs text-ink-2">{detail}</span>}
      </button>
      {action && <span className="absolute top-1.5 right-1.5 touch:top-0.5">{action}</span>}
    </div>
  )
}
