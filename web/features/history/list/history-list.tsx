import {
  type FocusEventHandler,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { countWords, printedPart } from '../../../../screenplay/model.ts'
import { reasonOf } from '../../../error-text.ts'
import { messages } from '../../../messages.ts'
import { historyMessages } from '../../../messages/history.ts'
import { Button } from '../../../ui/button/button.tsx'
import { PartSpinner } from '../../../ui/feedback/spinner.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { useRovingRow } from '../../../lib/roving-row.ts'
import { rangeWith, useVirtualList, VirtualList } from '../../../ui/layout/virtual-list.tsx'
import type { Version } from '../api/history.ts'
import type { History } from '../use-history.ts'
import {
  type ChoosableItem,
  isChoosable,
  type ListItem,
  listItems,
  type Shown,
  stepFrom,
  howLongAgo,
  versionNote,
  useClock,
} from './version-facts.ts'
import { Star } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'

const words = historyMessages

/** A dot for text of the writer, a diamond for an answer, a ring for what came from elsewhere: not by colour alone. */
const dots = {
  own: 'rounded-full bg-ink-2',
  answer: 'rotate-45 rounded-[1px] bg-accent',
  other: 'rounded-full border-2 border-ink-2',
}

type RowFacts = {
  title: string
  note: string
  words: number
  dot: keyof typeof dots
  isNamed: boolean
  /** Whether the version equals the current text. */
  isNow: boolean
}

type VersionRowProps = RowFacts & {
  isShown: boolean
  row: { tabIndex: number; onFocus: () => void; onBlur: FocusEventHandler }
  onChoose: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function VersionRow(props: VersionRowProps) {
  const { title, note, dot, isNamed, isNow, isShown } = props
  return (
    <button
      type="button"
      {...props.row}
      aria-current={isShown || undefined}
      onClick={props.onChoose}
      onKeyDown={props.onKeyDown}
      className={classNames(
        'grid w-full grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-2 rounded-sm px-2.5 py-2 text-left hover:bg-sheet',
        'aria-current:bg-sheet aria-current:shadow-[inset_3px_0_0_var(--accent),0_0_0_1px_var(--line)] focus-visible:-outline-offset-2',
      )}
    >
      <span aria-hidden="true" className={classNames('mt-1.5 size-2.25', dots[dot])} />
      <span className="flex min-w-0 items-center gap-1.5 text-md font-medium">
        <span className="truncate" dir="auto">
          {title}
        </span>
        {isNamed && (
          <>
            <Star className="size-3.5 shrink-0 fill-current" />
            <span className="sr-only">{words.named}</span>
          </>
        )}
      </span>
      <span className="pt-0.5 text-xs whitespace-nowrap text-ink-2 tabular-nums">
        {words.words(props.words)}
      </span>
      <span className="col-span-2 col-start-2 truncate text-sm text-ink-2">
        {note}
        {isNow && ` · ${words.isNow}`}
      </span>
    </button>
  )
}

const HEIGHTS = { now: 58, day: 33, version: 58 }

type VersionListProps = {
  items: readonly ListItem[]
  shown: Shown
  factsOf: (item: Exclude<ListItem, { kind: 'day' }>) => RowFacts
  onChoose: (id: Shown) => void
  /** Whether the list is shown rather than a version, where only one fits; it then takes the focus. */
  isFront: boolean
}

function VersionList({ items, shown, factsOf, onChoose, isFront }: VersionListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const keys = items.map(({ id }) => id)
  const { wanted, tabStop, mustFocus, focusAt, rowProps } = useRovingRow({
    scroller,
    keys,
    currentKey: shown,
  })
  const list = useVirtualList({
    scroller,
    items,
    keyOf: ({ id }) => id,
    heightOf: ({ kind }) => HEIGHTS[kind],
    overscan: 6,
    paddingStart: 8,
    rangeExtractor: rangeWith(tabStop),
  })

  // Scrolls to the wanted row, but not when versions are added above it.
  useEffect(() => {
    const place = items.findIndex(({ id }) => id === wanted)
    if (place >= 0) list.rows.scrollToIndex(place)
    // oxlint-disable-next-line react/exhaustive-deps -- the list scrolls by itself only to another row
  }, [list.rows, wanted])

  useLayoutEffect(() => {
    mustFocus.current = isFront
  }, [mustFocus, isFront])

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
      <VirtualList list={list} aria-label={words.list} aria-describedby={hintId}>
        {(item, place) =>
          isChoosable(item) ? (
            <VersionRow
              {...factsOf(item)}
              row={rowProps(place)}
              isShown={item.id === shown}
              onChoose={() => onChoose(item.id)}
              onKeyDown={(event) => onKeyDown(event, place)}
            />
          ) : (
            <h2 className="px-2.5 pt-3 pb-1 text-xs font-medium text-ink-2">{item.name}</h2>
          )
        }
      </VirtualList>
      <span id={hintId} hidden>
        {words.keys}
      </span>
    </div>
  )
}

const dotOf = (origin: Version['origin']): RowFacts['dot'] =>
  origin === 'answer'
    ? 'answer'
    : origin === 'import' || origin === 'pasted' || origin === 'template'
      ? 'other'
      : 'own'

type HistoryListProps = {
  history: History
  now: string
  shown: Shown
  isFront: boolean
  onChoose: (id: Shown) => void
}

/** The versions by day, or why there are none. */
export function HistoryList({ history, now, shown, isFront, onChoose }: HistoryListProps) {
  const { versions, draft, currentId, titleOf } = history
  const clock = useClock()
  const [namedOnly, setNamedOnly] = useState(false)
  const items = useMemo(() => listItems(versions, namedOnly, clock), [versions, namedOnly, clock])
  const nowWords = useMemo(() => countWords(printedPart(now)), [now])

  function factsOf(item: ChoosableItem): RowFacts {
    if (item.kind === 'version') {
      const { version } = item
      const title = titleOf(version)
      return {
        title,
        note: versionNote(version, title),
        words: version.words,
        dot: dotOf(version.origin),
        isNamed: version.label !== null,
        isNow: version.id === currentId,
      }
    }
    const current = versions.find(({ id }) => id === currentId)
    const origin = draft?.pending_origin ?? current?.origin ?? 'typed'
    const since = current?.created_at ?? draft?.updated_at
    const when = since === undefined ? [] : [howLongAgo(new Date(since), clock)]
    return {
      title: words.now,
      note: [words.origins[origin], ...when].join(' · '),
      words: nowWords,
      dot: dotOf(origin),
      isNamed: false,
      isNow: false,
    }
  }

  if (history.error)
    return (
      <div className="flex flex-col items-start gap-3 p-5">
        <FailureNote>{words.failed(reasonOf(history.error))}</FailureNote>
        <Button size="sm" onClick={() => void history.refetch()}>
          {messages.common.retry}
        </Button>
      </div>
    )
  if (history.isPending && history.isOffline)
    return <p className="p-5 text-md text-ink-2">{words.offline}</p>
  if (history.isPending) return <PartSpinner label={words.loading} />
  const hasNamed = versions.some(({ label }) => label !== null)
  return (
    <>
      <div className="flex min-h-12 items-center border-b border-line px-5 py-1.5">
        <Checkbox label={words.namedOnly} checked={namedOnly} onChange={setNamedOnly} />
      </div>
      <VersionList
        items={items}
        shown={shown}
        factsOf={factsOf}
        onChoose={onChoose}
        isFront={isFront}
      />
      {(versions.length === 0 || (namedOnly && !hasNamed)) && (
        <p className="flex-3 px-5 text-md text-ink-2">
          {versions.length === 0 ? words.none : words.noneNamed}
        </p>
      )}
    </>
  )
}
