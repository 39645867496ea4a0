import {
  type CollisionDetection,
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import {
  addCard,
  addColumn,
  addTemplate,
  type BoardEdit,
  type Column,
  deleteCards,
  editCard,
  moveCards,
  moveColumn,
  type NewCard,
  removeSection,
  setColor,
  setHeading,
  templateColumns,
  writtenOf,
} from '../../../screenplay/board.ts'
import type { Scene } from '../../../screenplay/layout.ts'
import { Store, useStore } from '../../lib/store.ts'
import { boardMessages } from '../../messages/board.ts'
import { boardTemplates } from '../../messages/board-templates.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import {
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '../../ui/overlay/menu.tsx'
import {
  BoardStore,
  type BoardText,
  type EditKind,
  placeIn,
  type ShownCard,
  type ShownColumn,
} from './board-store.ts'
import { type AskName, askNames, BoardToolbar, type Filter, ScopeChip } from './board-toolbar.tsx'
import { cardColors, colorName, colorValue } from './card-colors.ts'
import { type CardActions, CardFace, cardStyle } from './card-view.tsx'
import { type ColumnActions, ColumnView, type Gap, type GapAt, TitleForm } from './column-view.tsx'
import { RhythmStrip } from './rhythm-strip.tsx'

const words = boardMessages

/** A part of the script, in UTF-16 offsets. */
type Range = { start: number; end: number }

type BoardCommand = {
  id: string
  label: string
  group: string
  shortcut?: string
  run: () => void
  isAvailable: boolean | (() => boolean)
}

/** Shows the card at an offset of the script, to go on there or only to look; false if there is none. */
export type ShowCard = (offset: number, why: 'focus' | 'look') => boolean

export type BoardViewProps = {
  showCard: Ref<ShowCard>
  text: BoardText
  /** As last laid out. */
  scenes: readonly Scene[] | undefined
  /** Where notes are that are not part of the text, in order. */
  notes: readonly { start: number }[]
  /** Where the tools go. */
  bar: HTMLElement | null
  /** Leads back to the page, among the tools. */
  toPage: ReactNode
  commands: ReactNode
  /** What can be done here, for the command palette. */
  onCommands: (commands: readonly BoardCommand[]) => void
  /** What is selected, as a part of the script; null if that is nothing, or not one part. */
  onSelected: (range: Range | null) => void
  /** What prompts are about; null for the whole script. */
  scope: (Range & { label: string }) | null
  /** Makes prompts be about the whole script. */
  onWholeScript: () => void
  /** Puts the cursor of the page there. */
  onCursor: (offset: number) => void
  /** Shows the page there. */
  onOpen: (offset: number) => void
  /** Asks about a part of the script, or all of it; undefined while an answer is being written. */
  onAsk: ((prompt: string, mode: 'change' | 'ask', range: Range | null) => void) | undefined
}

type Draft = { columnId: string; gap: number }
/** In frames: how long a card may take to be rendered. */
const FOCUS_TRIES = 20
/** Once per frame: by default it would be three times. */
const AUTO_SCROLL = { interval: 16, acceleration: 18, threshold: { x: 0.08, y: 0.12 } }
const NO_FILTER: Filter = { who: null, color: null }
const NONE: ReadonlySet<string> = new Set()

type Template = (typeof boardTemplates)[number]

/** How often each value occurs, the most frequent first. */
function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([value]) => value)
}

/** The script as cards. Everything that is done here is a change of the text, and one step of its undo history. */
export function BoardView(props: BoardViewProps) {
  const { text, scenes, notes } = props
  const [{ store, of }, setStore] = useState(() => ({
    of: text,
    store: new BoardStore(text, scenes),
  }))
  if (of !== text) setStore({ of: text, store: new BoardStore(text, scenes) })
  useEffect(() => store.start(), [store])
  useEffect(() => {
    if (scenes) store.setScenes(scenes)
  }, [store, scenes])
  useEffect(() => store.setNotes(notes), [store, notes])
  const board = useStore(store)
  const { columns, cards } = board

  const root = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState(NONE)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [editedId, setEditedId] = useState<string | null>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [isNaming, setIsNaming] = useState(false)
  /** The template whose columns the script may have already. */
  const [mapped, setMapped] = useState<Template | null>(null)
  const [filter, setFilter] = useState(NO_FILTER)
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<readonly ShownCard[]>([])
  /** The card that somebody else points at. */
  const [marked, setMarked] = useState<{ id: string } | null>(null)
  /** What is to happen to the card that Tab reaches, once it is rendered. */
  const awaited = useRef<'focus' | 'look' | null>(null)
  /** Where a selection with Shift begins. */
  const anchor = useRef<string | null>(null)
  const hintId = useId()

  const ids = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards])
  const chosen = useMemo(() => cards.filter(({ id }) => selected.has(id)), [cards, selected])
  const tabStop = focusedId !== null && ids.has(focusedId) ? focusedId : (cards[0]?.id ?? null)
  const place = (card: ShownCard) => {
    const column = columns.find((one) => one.cards.includes(card))
    return column ? { column, at: column.parts.indexOf(card) } : null
  }
  const titleOf = (column: ShownColumn) =>
    column.section?.heading ?? (columns.length === 1 ? words.wholeScript : words.noSection)

  // What is selected is what prompts are about: one part of the script, if the cards are neighbours.
  const { onSelected } = props
  const range = useMemo(() => rangeOf(chosen), [chosen])
  const [start, end] = [range?.start, range?.end]
  useEffect(() => {
    onSelected(start === undefined || end === undefined ? null : { start, end })
  }, [onSelected, start, end])

  // Whoever makes prompts be about the whole script has selected nothing any more.
  const told = useRef({ scope: props.scope, start, end })
  useEffect(() => {
    const before = told.current
    if (before.scope === props.scope) return
    told.current = { scope: props.scope, start, end }
    if (before.scope && !props.scope && before.start === start && before.end === end)
      setSelected(NONE)
  }, [props.scope, start, end])
  const { onWholeScript, bar } = props
  const selectNothing = useCallback(() => {
    setSelected(NONE)
    onWholeScript()
  }, [onWholeScript])
  const isAnyChosen = selected.size > 0 || props.scope !== null
  useEffect(() => {
    if (!isAnyChosen) return undefined
    function onKeyDown(event: globalThis.KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element))
        return
      const isHere = root.current?.contains(event.target) || bar?.contains(event.target)
      if (event.target !== document.body && !isHere) return
      event.preventDefault()
      selectNothing()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isAnyChosen, selectNothing, bar])

  const waiting = useRef(0)
  function focusIfAsked(tries: number): void {
    if (!awaited.current) return
    const isEmptyNow = store.get().cards.length === 0
    const wanted = isEmptyNow ? '[data-board]' : '[data-card][tabindex="0"]'
    const target = root.current?.querySelector<HTMLElement>(wanted)
    cancelAnimationFrame(waiting.current)
    if (target) {
      if (awaited.current === 'focus') target.focus({ preventScroll: true })
      awaited.current = null
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    } else if (tries > 0) {
      // The column has yet to render it.
      waiting.current = requestAnimationFrame(() => focusIfAsked(tries - 1))
    }
  }
  useLayoutEffect(() => focusIfAsked(FOCUS_TRIES))
  useEffect(() => {
    // What led here is gone, and with it the focus.
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.closest('[inert]')) {
      awaited.current = 'focus'
      waiting.current = requestAnimationFrame(() => focusNow.current())
    }
    return () => cancelAnimationFrame(waiting.current)
  }, [])
  const focusNow = useRef(() => focusIfAsked(FOCUS_TRIES))

  function focusOn(card: ShownCard | undefined): void {
    awaited.current = 'focus'
    if (card) setFocusedId(card.id)
    // Renders even if it is the same card.
    setSaid('')
  }

  function select(cardsNow: readonly ShownCard[]): void {
    setMarked(null)
    setSelected(new Set(cardsNow.map(({ id }) => id)))
    const [first] = cardsNow
    if (first) props.onCursor(first.start)
  }

  function selectTo(card: ShownCard): void {
    const from = cards.findIndex(({ id }) => id === (anchor.current ?? tabStop))
    const to = cards.indexOf(card)
    const [low, high] = from < to ? [from, to] : [to, from]
    anchor.current ??= tabStop
    select(cards.slice(Math.max(0, low), high + 1))
    focusOn(card)
    setSaid(words.said.selected(high - Math.max(0, low) + 1))
  }

  function selectOne(card: ShownCard): void {
    anchor.current = card.id
    select([card])
  }

  const showCard: ShowCard = (offset, why) => {
    const card = store.now().cards.find(({ start: from, end: to }) => from <= offset && offset < to)
    if (!card) return false
    if (why === 'focus') show(card)
    else {
      awaited.current = 'look'
      setFocusedId(card.id)
      setMarked({ id: card.id })
    }
    return true
  }
  useImperativeHandle(props.showCard, () => showCard)

  function show(card: ShownCard): void {
    selectOne(card)
    focusOn(card)
  }

  /** Makes a change; the cards that it moved or made. Null if nothing can be changed. */
  function apply(edit: BoardEdit | null, kind: EditKind): ShownCard[] | null {
    if (!edit) return null
    text.apply(edit, kind)
    const now = store.now()
    const starts = new Set(edit.at)
    return now.cards.filter((card) => starts.has(card.start))
  }

  const refuse = (message: string = words.refused) =>
    showToast({ title: words.refusedTitle, message })

  const screenplay = () => text.screenplay()

  function move(taken: readonly ShownCard[], column: ShownColumn, gap: number): void {
    const indexes = taken.map(({ index }) => index)
    const to = placeIn(column, gap)
    const moved = apply(moveCards(screenplay(), indexes, to), 'move')
    if (!moved) {
      const isThere = taken.every(
        (card, at) => card.index === to - taken.length + at || card.index === to + at,
      )
      if (isThere) setSaid(words.said.notMoved)
      else refuse()
      return
    }
    const [first] = moved
    const now = store.now().columns.find((one) => first && one.cards.includes(first))
    if (!first || !now) return
    setSelected(new Set(moved.map(({ id }) => id)))
    if (!focusedId || !moved.some(({ id }) => id === focusedId)) setFocusedId(first.id)
    const at = now.cards.indexOf(first) + 1
    const title = now.section?.heading ?? words.wholeScript
    awaited.current = 'focus'
    setSaid(
      moved.length > 1
        ? words.said.movedSome(moved.length, title)
        : words.said.moved(first, at, now.cards.length, title),
    )
  }

  /** The selected cards if this is one of them, or else this one. */
  const takenWith = (card: ShownCard): ShownCard[] => (selected.has(card.id) ? chosen : [card])

  function moveByKey(card: ShownCard, key: string): void {
    const taken = takenWith(card)
    const [first, last] = [taken[0], taken.at(-1)]
    const [above, below] = [first && place(first), last && place(last)]
    if (!above || !below) return
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (sideways !== undefined) {
      const column = columns[columns.indexOf(above.column) + sideways]
      if (column) move(taken, column, Math.min(above.at, column.parts.length))
      else setSaid(words.said.notMoved)
    } else if (key === 'ArrowUp' ? above.at === 0 : below.at >= below.column.parts.length - 1)
      setSaid(words.said.notMoved)
    else if (key === 'ArrowUp') move(taken, above.column, above.at - 1)
    else move(taken, below.column, below.at + 2)
  }

  function goByKey(card: ShownCard, key: string, isExtending: boolean): void {
    const here = place(card)
    if (!here) return
    const { column } = here
    const at = column.cards.indexOf(card)
    const beside = (by: number) => {
      let index = columns.indexOf(column) + by
      while (columns[index]?.cards.length === 0) index += by
      const other = columns[index]?.cards ?? []
      return other[Math.min(at, other.length - 1)]
    }
    const to: Record<string, ShownCard | undefined> = {
      ArrowUp: column.cards[at - 1],
      ArrowDown: column.cards[at + 1],
      ArrowLeft: beside(-1),
      ArrowRight: beside(1),
      Home: column.cards[0],
      End: column.cards.at(-1),
    }
    const target = to[key]
    if (!target) return
    if (isExtending) return selectTo(target)
    show(target)
  }

  function remove(taken: readonly ShownCard[]): void {
    const last = taken.at(-1)
    const next = last && cards[cards.indexOf(last) + 1]
    const before = taken[0] && cards[cards.indexOf(taken[0]) - 1]
    const edit = deleteCards(
      screenplay(),
      taken.map(({ index }) => index),
    )
    if (!edit) return refuse()
    // Before they go: a prompt about something that is deleted would be about something that got lost.
    selectNothing()
    apply(edit, 'move')
    const neighbour = next ?? before
    focusOn(neighbour)
    const undo = text.undoing()
    showToast({
      title: words.deleted.title(taken),
      message: words.deleted.names(taken),
      action: {
        label: words.deleted.undo,
        run() {
          if (!undo()) return showToast({ title: words.deleted.tooLate })
          step('undo', true)
          // Else the toast gives the focus back to what had it before.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
          focusOn(store.now().cards.find(({ start: at }) => at === taken[0]?.start))
        },
      },
    })
  }

  function color(taken: readonly ShownCard[], name: string | null): void {
    const indexes = taken.map(({ index }) => index)
    const all = taken.every((card) => card.color === name)
    if (!all && !apply(setColor(screenplay(), indexes, name), 'type')) refuse()
    else setSaid(words.said.edited)
  }

  function open(card: ShownCard): void {
    if (card.kind === 'idea') setEditedId(card.id)
    else props.onOpen(card.start)
  }

  function draftBelow(card: ShownCard): void {
    const here = place(card)
    if (here) setDraft({ columnId: here.column.id, gap: here.at + 1 })
  }

  function step(direction: 'undo' | 'redo', isDone = false): void {
    if (!isDone && !text[direction]()) return
    store.now()
    if (root.current?.contains(document.activeElement)) awaited.current = 'focus'
    setSaid(direction === 'undo' ? words.said.undone : words.said.redone)
  }

  function onCardKey(card: ShownCard, event: KeyboardEvent): void {
    const { key, altKey, shiftKey } = event
    const isCommand = event.ctrlKey || event.metaKey
    const isArrow = key.startsWith('Arrow')
    if (altKey && isArrow && !isCommand && !shiftKey) moveByKey(card, key)
    else if (altKey) return
    else if (isCommand && key.toLowerCase() === 'a') {
      select(cards)
      setSaid(words.said.selected(cards.length))
    } else if (isCommand && key === ' ') toggle(card)
    else if (isCommand) return
    else if (isArrow || key === 'Home' || key === 'End') goByKey(card, key, shiftKey)
    else if (key === ' ') selectOne(card)
    else if (key === 'Enter') open(card)
    else if (key === 'F2') setEditedId(card.id)
    else if (key === 'Delete' || key === 'Backspace') remove(takenWith(card))
    else if (key === 'n' || key === 'N') draftBelow(card)
    else return
    event.preventDefault()
  }

  function toggle(card: ShownCard): void {
    anchor.current = card.id
    const now = cards.filter(({ id }) => selected.has(id) !== (id === card.id))
    select(now)
    setSaid(words.said.selected(now.length))
  }

  function onCardClick(card: ShownCard, event: MouseEvent): void {
    setFocusedId(card.id)
    if (event.shiftKey) selectTo(card)
    else if (event.ctrlKey || event.metaKey) toggle(card)
    else selectOne(card)
  }

  const menuOf = (card: ShownCard) => {
    const taken = takenWith(card)
    const shared = taken.every((one) => one.color === card.color) ? (card.color ?? '') : undefined
    const others = columns.filter((column) => !taken.every((one) => column.cards.includes(one)))
    return (
      <>
        {taken.length > 1 && <MenuLabel>{words.card.count(taken.length)}</MenuLabel>}
        {card.kind === 'scene' && (
          <MenuItem onSelect={() => props.onOpen(card.start)}>{words.card.open}</MenuItem>
        )}
        <MenuItem onSelect={() => setEditedId(card.id)}>{words.card.edit}</MenuItem>
        <MenuItem onSelect={() => draftBelow(card)}>{words.card.newBelow}</MenuItem>
        <MenuItem onSelect={() => remove(taken)}>
          {taken.length > 1 ? words.card.deleteSome(taken.length) : words.card.delete}
        </MenuItem>
        {others.length > 0 && (
          <>
            <MenuSeparator />
            <MenuLabel>{words.card.moveTo}</MenuLabel>
            {others.map((column) => (
              <MenuItem key={column.id} onSelect={() => move(taken, column, column.parts.length)}>
                <span className="max-w-64 truncate">{titleOf(column)}</span>
              </MenuItem>
            ))}
          </>
        )}
        <MenuSeparator />
        <MenuLabel>{words.card.color}</MenuLabel>
        <MenuRadioGroup
          value={shared ?? '*'}
          onValueChange={(name) => color(taken, name === '' ? null : name)}
        >
          {['', ...cardColors].map((name) => (
            <MenuRadioItem key={name} value={name}>
              <span
                aria-hidden="true"
                className="size-3.5 rounded-full border border-line-2"
                style={{ background: colorValue(name) }}
              />
              {name === '' ? words.noColor : colorName(name)}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </>
    )
  }

  function save(card: ShownCard, written: NewCard): boolean {
    const before = writtenOf(screenplay(), card.index)
    const isSame =
      before.heading === written.heading.trim() && before.synopsis === written.synopsis.trim()
    const isEmpty = written.heading.trim() === ''
    if (!isSame && !isEmpty) {
      if (!apply(editCard(screenplay(), card.index, written, text.language()), 'type')) {
        refuse()
        return false
      }
      setSaid(words.said.edited)
    }
    setEditedId(null)
    setFocusedId(card.id)
    awaited.current = 'focus'
    return true
  }

  function saveNew(column: ShownColumn, gap: number, card: NewCard): boolean {
    const made = apply(addCard(screenplay(), placeIn(column, gap), card), 'type')
    if (!made) {
      refuse()
      return false
    }
    setDraft(null)
    const [first] = made
    if (first) {
      show(first)
      setSaid(words.said.made(first))
    }
    return true
  }

  function newCard(column: ShownColumn): void {
    setDraft({ columnId: column.id, gap: column.parts.length })
  }

  function newCardHere(): void {
    const card = tabStop === null ? undefined : ids.get(tabStop)
    const column = columns.at(-1)
    if (card && selected.has(card.id)) draftBelow(card)
    else if (column) newCard(column)
  }

  // Cards and columns are rendered again only if they change, so what they call must stay the same.
  const latest = useRef({
    onCardClick,
    onCardKey,
    open,
    show,
    menuOf,
    save,
    saveNew,
    newCard,
    titleOf,
  })
  useLayoutEffect(() => {
    latest.current = { onCardClick, onCardKey, open, show, menuOf, save, saveNew, newCard, titleOf }
  })
  // What a card shows may be the same when its place in the text is not.
  const fresh = useCallback(
    (card: ShownCard) => store.now().cards.find(({ id }) => id === card.id) ?? card,
    [store],
  )
  const showInStrip = useCallback((card: ShownCard) => latest.current.show(fresh(card)), [fresh])
  const cardActions = useMemo(
    (): CardActions => ({
      onClick: (card, event) => latest.current.onCardClick(fresh(card), event),
      onKeyDown: (card, event) => latest.current.onCardKey(fresh(card), event),
      onFocus: (card) => setFocusedId(card.id),
      onOpen: (card) => latest.current.open(fresh(card)),
      menuOf: (card) => latest.current.menuOf(fresh(card)),
    }),
    [fresh],
  )
  const columnActions = useMemo(
    (): ColumnActions => ({
      onRename(index, title) {
        const edit = setHeading(text.screenplay(), index, title)
        if (edit) text.apply(edit, 'type')
        else refuse()
      },
      onMove(column, by) {
        const all = store.now().columns
        const at = all.findIndex(({ section }) => section?.index === column.section?.index)
        const { section } = column
        const target = all[at + by]
        const to = by < 0 ? target?.section?.index : target?.end
        const edit =
          section && to !== undefined ? moveColumn(text.screenplay(), section.index, to) : null
        if (!edit || !section) return refuse()
        text.apply(edit, 'move')
        setSaid(words.said.columnMoved(section.heading))
      },
      onRemove(index, title) {
        const edit = removeSection(text.screenplay(), index)
        if (!edit) return refuse()
        text.apply(edit, 'move')
        setSaid(words.said.columnRemoved(title))
      },
      onNewCard: (column) => latest.current.newCard(column),
      onSaveNew: (column, gap, card) => latest.current.saveNew(column, gap, card),
      onSave: (card, written) => latest.current.save(card, written),
      onCancel() {
        setDraft(null)
        setEditedId(null)
        awaited.current = 'focus'
      },
      writtenOf: (card) => writtenOf(text.screenplay(), card.index),
    }),
    [text, store],
  )

  const isDimmed = useMemo(() => {
    const { who, color: wanted } = filter
    if (who === null && wanted === null) return null
    return (card: ShownCard) =>
      (who !== null && !card.characters.includes(who)) ||
      (wanted !== null && (card.color ?? '') !== wanted)
  }, [filter])
  const filterBy = useCallback((who: string | null) => setFilter((last) => ({ ...last, who })), [])
  const people = useMemo(() => byFrequency(cards.flatMap(({ characters }) => characters)), [cards])
  const colors = useMemo(() => byFrequency(cards.flatMap((card) => card.color ?? [])), [cards])

  const drop = useMemo(() => new Store<Gap | null>(null), [])
  const gapFinders = useMemo(() => new Map<string, GapAt>(), [])
  const pointer = useRef<{ x: number; y: number } | null>(null)
  /** The column under the pointer, or above or below it. */
  const detect: CollisionDetection = ({ droppableContainers, droppableRects, ...args }) => {
    const { pointerCoordinates: at } = args
    pointer.current = at
    const isOver = (one: (typeof droppableContainers)[number]) => {
      const rect = droppableRects.get(one.id)
      return at !== null && rect !== undefined && at.x >= rect.left && at.x <= rect.right
    }
    return droppableContainers
      .filter(isOver)
      .map((droppableContainer) => ({ id: droppableContainer.id, data: { droppableContainer } }))
  }
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // A shorter touch scrolls or opens.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  )

  function onDragEnd(isDropped: boolean): void {
    const at = drop.get()
    const column = at && columns.find(({ id }) => id === at.columnId)
    drop.set(null)
    setDragged([])
    if (isDropped && column) move(dragged, column, at.gap)
  }

  const draggedIds = useMemo(
    () => (dragged.length === 0 ? NONE : new Set(dragged.map(({ id }) => id))),
    [dragged],
  )
  const sectionCount = columns.filter(({ section }) => section).length
  const ask = (name: AskName) => {
    const { prompt } = words.asks[name]
    props.onAsk?.(prompt, name === 'missing' ? 'ask' : 'change', props.scope)
  }
  const canAsk = (name: AskName) =>
    props.onAsk !== undefined &&
    cards.length > 0 &&
    (name !== 'write' || (chosen.length === 1 && chosen[0]?.kind === 'idea'))

  const columnsOf = ({ columns: made }: Template) =>
    made.map(({ title, synopsis, ideas }) => ({
      title,
      synopsis,
      ideas: ideas.map(([idea, what]) => ({ title: idea, synopsis: what })),
    }))
  /** Where the ideas of a template go, once more: the script may have changed while somebody decided. */
  const intoOf = (template: Template) => templateColumns(store.now(), template.columns)
  function insertTemplate(template: Template, isMapped: boolean): void {
    const into = isMapped ? intoOf(template) : []
    const made = apply(addTemplate(screenplay(), columnsOf(template), into), 'template')
    if (!made) return refuse(isMapped ? words.templateThere : undefined)
    focusOn(made[0])
    setSaid(words.said.template(template.name))
  }
  const templateOf = (template: Template) => {
    if (intoOf(template).some((column) => column !== null)) setMapped(template)
    else insertTemplate(template, false)
  }

  const run = useRef({ newCardHere, templateOf, ask, canAsk })
  useLayoutEffect(() => {
    run.current = { newCardHere, templateOf, ask, canAsk }
  })
  const { onCommands } = props
  useEffect(() => {
    const own = (id: string, label: string, act: () => void, shortcut?: string): BoardCommand => ({
      id: `board ${id}`,
      label,
      group: words.label,
      run: act,
      isAvailable: true,
      ...(shortcut !== undefined && { shortcut }),
    })
    onCommands([
      own('card', words.newCard, () => run.current.newCardHere(), 'n'),
      own('column', words.newColumn, () => setIsNaming(true)),
      ...askNames.map((name) => {
        const command = own(name, words.asks[name].label, () => run.current.ask(name))
        command.isAvailable = () => run.current.canAsk(name)
        return command
      }),
      ...boardTemplates.map((template) =>
        own(template.name, `${words.template}: ${template.name}`, () =>
          run.current.templateOf(template),
        ),
      ),
    ])
    return () => onCommands([])
  }, [onCommands])

  const isEmpty = cards.length === 0 && sectionCount === 0 && draft === null
  const found = isDimmed ? cards.filter((card) => !isDimmed(card)).length : null

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of everything inside
    <div
      ref={root}
      className="flex min-h-0 flex-1 flex-col"
      onClick={({ target }) => {
        const isBeside = target instanceof Element && target.matches('[data-board]')
        if (isBeside && isAnyChosen) selectNothing()
      }}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey) return
        if (event.target instanceof Element && event.target.closest('input, textarea')) return
        const key = event.key.toLowerCase()
        if (key === 'z') step(event.shiftKey ? 'redo' : 'undo')
        else if (key === 'y') step('redo')
        else return
        event.preventDefault()
      }}
    >
      {props.bar &&
        createPortal(
          <BoardToolbar
            filter={filter}
            people={people}
            colors={colors}
            onFilter={setFilter}
            onCard={newCardHere}
            onColumn={() => setIsNaming(true)}
            onTemplate={templateOf}
            onAsk={ask}
            canAsk={canAsk}
            about={props.scope?.label ?? null}
            isApart={chosen.length > 1 && range === null}
            onWholeScript={selectNothing}
            onUndo={() => step('undo')}
            onRedo={() => step('redo')}
            commands={props.commands}
          >
            {props.toPage}
          </BoardToolbar>,
          props.bar,
        )}
      {props.scope && (
        <div className="flex shrink-0 border-b border-line bg-sheet px-3 py-1.5 sm:hidden">
          <ScopeChip label={props.scope.label} onRemove={selectNothing} />
        </div>
      )}
      <RhythmStrip
        cards={cards}
        people={people}
        who={filter.who}
        onWho={filterBy}
        selected={selected}
        isDimmed={isDimmed}
        onCard={showInStrip}
      />
      <DndContext
        sensors={sensors}
        collisionDetection={detect}
        autoScroll={AUTO_SCROLL}
        accessibility={{
          ...(root.current && { container: root.current }),
          screenReaderInstructions: { draggable: words.dragHint },
          announcements: {
            onDragStart: ({ active }) => {
              const card = ids.get(String(active.id))
              return card && words.said.picked(card, takenWith(card).length)
            },
            onDragOver: () => undefined,
            // The board itself tells where the card is.
            onDragEnd: () => undefined,
            onDragCancel: () => words.said.cancelled,
          },
        }}
        onDragStart={({ active }) => {
          const card = ids.get(String(active.id))
          setDragged(card ? takenWith(card) : [])
        }}
        onDragMove={({ over }) => {
          const { current: at } = pointer
          const gapAt = over && gapFinders.get(String(over.id))
          if (!at || !over || !gapAt) return drop.set(null)
          const next = { columnId: String(over.id), gap: gapAt(at.y) }
          const last = drop.get()
          if (last?.columnId !== next.columnId || last.gap !== next.gap) drop.set(next)
        }}
        onDragEnd={({ over }) => onDragEnd(over !== null)}
        onDragCancel={() => onDragEnd(false)}
      >
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape does the same */}
        <div
          data-board=""
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also without cards
          tabIndex={cards.length === 0 ? 0 : undefined}
          className="flex min-h-0 flex-1 items-start gap-3.5 overflow-x-auto overflow-y-hidden px-4 py-3 [scrollbar-width:thin]"
        >
          {!isEmpty &&
            columns.map((column) => (
              <ColumnView
                key={column.id}
                column={column}
                title={titleOf(column)}
                place={placeOfColumn(columns, column)}
                selected={selected}
                markedId={column.cards.some(({ id }) => id === marked?.id) ? marked?.id : undefined}
                focusedId={column.cards.some(({ id }) => id === tabStop) ? tabStop : null}
                editedId={column.cards.some(({ id }) => id === editedId) ? editedId : null}
                draftAt={draft?.columnId === column.id ? draft.gap : null}
                isDimmed={isDimmed}
                dragged={draggedIds}
                drop={drop}
                gapFinders={gapFinders}
                hintId={hintId}
                cardActions={cardActions}
                actions={columnActions}
              />
            ))}
          {isNaming && (
            <div className="w-[min(300px,86vw)] shrink-0">
              <TitleForm
                title=""
                onDone={(title) => {
                  setIsNaming(false)
                  awaited.current = 'focus'
                  if (title === null) return
                  if (!apply(addColumn(screenplay(), store.now().items, title), 'type'))
                    return refuse()
                  setSaid(words.said.columnMade(title))
                }}
              />
            </div>
          )}
          {isEmpty && !isNaming && (
            <p className="m-auto max-w-80 text-center text-ink-2">{words.empty}</p>
          )}
        </div>
        <DragOverlay dropAnimation={null}>
          {dragged[0] && <DraggedCard card={dragged[0]} count={dragged.length} />}
        </DragOverlay>
      </DndContext>
      <ConfirmDialog
        open={mapped !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setMapped(null)
        }}
        title={words.mapping.title}
        description={mapped ? words.mapping.text(mapped.name, namesOf(mapped, intoOf(mapped))) : ''}
        cancelLabel={words.card.cancel}
        confirmLabel={words.mapping.into}
        other={{
          label: words.mapping.asNew,
          onChoose: () => {
            if (mapped) insertTemplate(mapped, false)
            setMapped(null)
          },
        }}
        onConfirm={async () => {
          if (mapped) insertTemplate(mapped, true)
        }}
        onFailure={() => words.refused}
      />
      <span id={hintId} hidden>
        {words.hint}
      </span>
      <output className="sr-only">{said}</output>
      {found !== null && (
        <output className="absolute bottom-2 left-1/2 -translate-x-1/2 rounded-full border border-line bg-sheet px-3 py-1 text-sm text-ink-2">
          {words.inFilter(found, cards.length)}
        </output>
      )}
    </div>
  )
}

/** Which column of a template goes where. */
const namesOf = (template: Template, into: readonly (Column | null)[]) =>
  template.columns.map(({ title }, at) => ({ title, into: into[at]?.section?.heading ?? null }))

function placeOfColumn(columns: readonly ShownColumn[], column: ShownColumn) {
  const sections = columns.filter(({ section }) => section)
  return { at: sections.indexOf(column), of: sections.length }
}

/** The part of the script that these cards are; null if they are not neighbours. */
function rangeOf(cards: readonly ShownCard[]): Range | null {
  const [first, last] = [cards[0], cards.at(-1)]
  if (!first || !last || last.index - first.index !== cards.length - 1) return null
  return { start: first.start, end: last.end }
}

/** What is under the pointer while cards are dragged. */
function DraggedCard({ card, count }: { card: ShownCard; count: number }) {
  return (
    <div className="relative rotate-[1.2deg]">
      <div
        className={`${cardStyle(card)} bg-sheet shadow-raised`}
        style={{ borderLeftColor: colorValue(card.color) ?? 'var(--line)' }}
      >
        <CardFace card={card} />
      </div>
      {count > 1 && (
        <span className="absolute -top-2 -right-2 rounded-full bg-accent px-2 py-0.5 text-sm font-medium text-accent-ink">
          {count}
        </span>
      )}
    </div>
  )
}
