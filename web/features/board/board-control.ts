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
import { Store } from '../../lib/store.ts'
import { boardMessages } from '../../messages/board.ts'
import { boardTemplates } from '../../messages/board-templates.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import {
  BoardStore,
  type BoardText,
  type EditKind,
  placeIn,
  type ShownBoard,
  type ShownCard,
  type ShownColumn,
} from './board-store.ts'

const words = boardMessages

/** A part of the script, in UTF-16 offsets. */
type Range = { start: number; end: number }

export type Template = (typeof boardTemplates)[number]
export type AskName = keyof typeof words.asks
export const askNames = Object.keys(words.asks) as AskName[]

/** Which cards are not dimmed; null for all. An empty colour means cards without one. */
export type Filter = { who: string | null; color: string | null }

/** Between two parts of a column. */
export type Gap = { columnId: string; gap: number }

/** What the board is in: what prompts are about, the page below, the chat beside it. */
export type Around = {
  /** What prompts are about; null for the whole script. */
  scope: (Range & { label: string }) | null
  /** What is selected, as a part of the script; null if that is nothing, or not one part. */
  onSelected: (range: Range | null) => void
  /** Makes prompts be about the whole script. */
  onWholeScript: () => void
  /** Puts the cursor of the page there. */
  onCursor: (offset: number) => void
  /** Shows the page there. */
  onOpen: (offset: number) => void
  /** Asks about a part of the script, or all of it; undefined while an answer is being written. */
  onAsk: ((prompt: string, mode: 'change' | 'ask', range: Range | null) => void) | undefined
}

export type BoardCommand = {
  id: string
  label: string
  group: string
  shortcut?: string
  run: () => void
  isAvailable: boolean | (() => boolean)
}

type Pressed = Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean>

export type BoardState = {
  board: ShownBoard
  selected: ReadonlySet<string>
  /** What is selected, in the order of the board. */
  chosen: readonly ShownCard[]
  /** The part of the script that the chosen cards are; null if they are not neighbours. */
  range: Range | null
  focusedId: string | null
  /** The only card that Tab reaches. */
  tabStop: string | null
  editedId: string | null
  draft: Gap | null
  isNaming: boolean
  /** The template whose columns the script may have already. */
  mapped: Template | null
  filter: Filter
  isDimmed: ((card: ShownCard) => boolean) | null
  /** Who speaks and which colours there are, the most frequent first. */
  people: readonly string[]
  colors: readonly string[]
  said: string
  dragged: readonly ShownCard[]
  /** The card that somebody else points at. */
  markedId: string | null
  /** What is to happen to the card that Tab reaches, once it is rendered. */
  wanted: { why: 'focus' | 'look' } | null
}

const NO_FILTER: Filter = { who: null, color: null }
const NONE: ReadonlySet<string> = new Set()

/** How often each value occurs, the most frequent first. */
function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([value]) => value)
}

/** The part of the script that these cards are; null if they are not neighbours. */
function rangeOf(cards: readonly ShownCard[]): Range | null {
  const [first, last] = [cards[0], cards.at(-1)]
  if (!first || !last || last.index - first.index !== cards.length - 1) return null
  return { start: first.start, end: last.end }
}

const isSameRange = (one: Range | null, other: Range | null): boolean =>
  one?.start === other?.start && one?.end === other?.end

const dims = ({ who, color }: Filter): BoardState['isDimmed'] =>
  who === null && color === null
    ? null
    : (card) =>
        (who !== null && !card.characters.includes(who)) ||
        (color !== null && (card.color ?? '') !== color)

/** What follows from the rest of the state, as far as that has changed. */
function settled(before: BoardState, now: BoardState): BoardState {
  const { board, selected, focusedId, filter } = now
  const { cards } = board
  const next = { ...now }
  if (board !== before.board) {
    next.people = byFrequency(cards.flatMap(({ characters }) => characters))
    next.colors = byFrequency(cards.flatMap(({ color }) => color ?? []))
  }
  if (board !== before.board || selected !== before.selected) {
    next.chosen = cards.filter(({ id }) => selected.has(id))
    const range = rangeOf(next.chosen)
    next.range = isSameRange(range, before.range) ? before.range : range
  }
  if (board !== before.board || focusedId !== before.focusedId)
    next.tabStop = (cards.find(({ id }) => id === focusedId) ?? cards[0])?.id ?? null
  if (filter !== before.filter) next.isDimmed = dims(filter)
  return next
}

const EMPTY: BoardState = {
  board: { columns: [], cards: [], items: 0 },
  selected: NONE,
  chosen: [],
  range: null,
  focusedId: null,
  tabStop: null,
  editedId: null,
  draft: null,
  isNaming: false,
  mapped: null,
  filter: NO_FILTER,
  isDimmed: null,
  people: [],
  colors: [],
  said: '',
  dragged: [],
  markedId: null,
  wanted: null,
}

export const titleOf = ({ columns }: ShownBoard, { section }: ShownColumn): string =>
  section?.heading ?? (columns.length === 1 ? words.wholeScript : words.noSection)

/** What can be done with the board of one text. Everything is a change of the text, and one step of its undo history. */
export class BoardControl {
  readonly state: Store<BoardState>
  /** Where what is dragged would be dropped. */
  readonly drop = new Store<Gap | null>(null)
  readonly #text: BoardText
  readonly #store: BoardStore
  #around: Around | null = null
  /** What was selected when prompts began to be about something else. */
  #scoped: Range | null = null
  /** Where a selection with Shift begins. */
  #anchor: string | null = null

  constructor(text: BoardText, scenes: readonly Scene[] = []) {
    this.#text = text
    this.#store = new BoardStore(text, scenes)
    this.state = new Store(settled(EMPTY, { ...EMPTY, board: this.#store.get() }))
  }

  /** Follows the text until the returned function is called. */
  start(): () => void {
    const stop = this.#store.start()
    const unsubscribe = this.#store.subscribe(() => this.#set({ board: this.#store.get() }))
    this.#set({ board: this.#store.get() })
    this.#around?.onSelected(this.state.get().range)
    return () => {
      unsubscribe()
      stop()
    }
  }

  /** The scenes as last laid out, and notes that are not part of the text. */
  setFacts(scenes: readonly Scene[] | undefined, notes: readonly { start: number }[]): void {
    if (scenes) this.#store.setScenes(scenes)
    this.#store.setNotes(notes)
  }

  setAround(around: Around): void {
    const before = this.#around?.scope ?? null
    this.#around = around
    if (before === around.scope) return
    const { range } = this.state.get()
    // Whoever makes prompts be about the whole script has selected nothing any more.
    if (before && !around.scope && isSameRange(range, this.#scoped)) this.#set({ selected: NONE })
    this.#scoped = range
  }

  #set(change: Partial<BoardState>): void {
    const before = this.state.get()
    const now = settled(before, { ...before, ...change })
    this.state.set(now)
    if (now.range !== before.range) this.#around?.onSelected(now.range)
  }

  /** The board of the text as it is at this moment. */
  #now(): ShownBoard {
    const now = this.#store.now()
    if (now !== this.state.get().board) this.#set({ board: now })
    return now
  }

  readonly #card = (id: string | null): ShownCard | undefined =>
    this.#now().cards.find((card) => card.id === id)

  #placeOf(card: ShownCard) {
    const column = this.#now().columns.find((one) => one.cards.includes(card))
    return column ? { column, at: column.parts.indexOf(card) } : null
  }

  readonly say = (said: string): void => this.#set({ said })

  readonly want = (why: 'focus' | 'look' = 'focus'): void => this.#set({ wanted: { why } })

  readonly name = (): void => this.#set({ isNaming: true })

  readonly filterBy = (filter: Partial<Filter>): void =>
    this.#set({ filter: { ...this.state.get().filter, ...filter } })

  readonly edit = (editedId: string): void => this.#set({ editedId })

  readonly onFocus = (focusedId: string): void => {
    if (focusedId !== this.state.get().focusedId) this.#set({ focusedId })
  }

  /** Shows the card at an offset of the script, to go on there or only to look; false if there is none. */
  readonly showCard = (offset: number, why: 'focus' | 'look'): boolean => {
    const card = this.#now().cards.find(({ start, end }) => start <= offset && offset < end)
    if (!card) return false
    if (why === 'focus') this.show(card)
    else this.#set({ wanted: { why }, focusedId: card.id, markedId: card.id })
    return true
  }

  readonly show = ({ id }: Pick<ShownCard, 'id'>): void => {
    this.#selectOne(id)
    this.#focusOn(id)
  }

  #focusOn(id: string | undefined): void {
    this.#set({ wanted: { why: 'focus' }, said: '', ...(id !== undefined && { focusedId: id }) })
  }

  #select(cards: readonly ShownCard[]): void {
    this.#set({ markedId: null, selected: new Set(cards.map(({ id }) => id)) })
    const [first] = cards
    if (first) this.#around?.onCursor(first.start)
  }

  #selectOne(id: string): void {
    this.#anchor = id
    const card = this.#card(id)
    if (card) this.#select([card])
  }

  #selectTo(id: string): void {
    const { cards } = this.#now()
    this.#anchor ??= this.state.get().tabStop
    const from = cards.findIndex((card) => card.id === this.#anchor)
    const to = cards.findIndex((card) => card.id === id)
    const [low, high] = from < to ? [Math.max(0, from), to] : [Math.max(0, to), from]
    this.#select(cards.slice(low, high + 1))
    this.#focusOn(id)
    this.say(words.said.selected(high - low + 1))
  }

  #toggle(id: string): void {
    this.#anchor = id
    const { selected } = this.state.get()
    const now = this.#now().cards.filter((card) => selected.has(card.id) !== (card.id === id))
    this.#select(now)
    this.say(words.said.selected(now.length))
  }

  readonly isAnySelected = (): boolean =>
    this.state.get().selected.size > 0 || (this.#around?.scope ?? null) !== null

  readonly selectNothing = (): void => {
    this.#set({ selected: NONE })
    this.#around?.onWholeScript()
  }

  readonly click = (id: string, { shiftKey, ctrlKey, metaKey }: Pressed): void => {
    if (shiftKey) this.#selectTo(id)
    else if (ctrlKey || metaKey) this.#toggle(id)
    else this.#selectOne(id)
    this.onFocus(id)
  }

  /** Does what a key on a card asks for; false if that is nothing. */
  readonly press = (id: string, { key, ...pressed }: Pressed & { key: string }): boolean => {
    const { altKey, shiftKey } = pressed
    const isCommand = pressed.ctrlKey || pressed.metaKey
    const isArrow = key.startsWith('Arrow')
    const card = this.#card(id)
    if (!card) return false
    if (altKey && isArrow && !isCommand && !shiftKey) this.#moveByKey(card, key)
    else if (altKey) return false
    else if (isCommand && key.toLowerCase() === 'a') {
      const { cards } = this.#now()
      this.#select(cards)
      this.say(words.said.selected(cards.length))
    } else if (isCommand && key === ' ') this.#toggle(id)
    else if (isCommand) return false
    else if (isArrow || key === 'Home' || key === 'End') this.#goByKey(card, key, shiftKey)
    else if (key === ' ') this.#selectOne(id)
    else if (key === 'Enter') this.open(id)
    else if (key === 'F2') this.edit(id)
    else if (key === 'Delete' || key === 'Backspace') this.remove(id)
    else if (key === 'n' || key === 'N') this.draftBelow(id)
    else return false
    return true
  }

  /** Makes a change; the cards that it moved or made. Null if nothing can be changed. */
  #apply(edit: BoardEdit | null, kind: EditKind): ShownCard[] | null {
    if (!edit) return null
    this.#text.apply(edit, kind)
    const starts = new Set(edit.at)
    return this.#now().cards.filter((card) => starts.has(card.start))
  }

  /** Makes a change and says so, or that it cannot be made. */
  #change(edit: BoardEdit | null, kind: EditKind, said?: string): boolean {
    if (!this.#apply(edit, kind)) return this.#refuse()
    if (said !== undefined) this.say(said)
    return true
  }

  #refuse(message: string = words.refused): false {
    showToast({ title: words.refusedTitle, message })
    return false
  }

  /** The selected cards if this is one of them, or else this one. */
  readonly takenWith = (id: string): readonly ShownCard[] => {
    const card = this.#card(id)
    const { selected, chosen } = this.state.get()
    if (selected.has(id)) return chosen
    return card ? [card] : []
  }

  readonly move = (taken: readonly ShownCard[], column: ShownColumn, gap: number): void => {
    const indexes = taken.map(({ index }) => index)
    const to = placeIn(column, gap)
    const moved = this.#apply(moveCards(this.#text.screenplay(), indexes, to), 'move')
    if (!moved) {
      const isThere = taken.every(
        (card, at) => card.index === to - taken.length + at || card.index === to + at,
      )
      if (isThere) this.say(words.said.notMoved)
      else this.#refuse()
      return
    }
    const [first] = moved
    const now = this.#now().columns.find((one) => first && one.cards.includes(first))
    if (!first || !now) return
    const { focusedId } = this.state.get()
    const title = now.section?.heading ?? words.wholeScript
    const at = now.cards.indexOf(first) + 1
    this.#set({
      selected: new Set(moved.map(({ id }) => id)),
      focusedId: moved.some(({ id }) => id === focusedId) ? focusedId : first.id,
      wanted: { why: 'focus' },
      said:
        moved.length > 1
          ? words.said.movedSome(moved.length, title)
          : words.said.moved(first, at, now.cards.length, title),
    })
  }

  #moveByKey({ id }: ShownCard, key: string): void {
    const { columns } = this.#now()
    const taken = this.takenWith(id)
    const [first, last] = [taken[0], taken.at(-1)]
    const [above, below] = [first && this.#placeOf(first), last && this.#placeOf(last)]
    if (!above || !below) return
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (sideways !== undefined) {
      const column = columns[columns.indexOf(above.column) + sideways]
      if (column) this.move(taken, column, Math.min(above.at, column.parts.length))
      else this.say(words.said.notMoved)
    } else if (key === 'ArrowUp' ? above.at === 0 : below.at >= below.column.parts.length - 1)
      this.say(words.said.notMoved)
    else if (key === 'ArrowUp') this.move(taken, above.column, above.at - 1)
    else this.move(taken, below.column, below.at + 2)
  }

  #goByKey(card: ShownCard, key: string, isExtending: boolean): void {
    const { columns } = this.#now()
    const here = this.#placeOf(card)
    if (!here) return
    const { column } = here
    const at = column.cards.indexOf(card)
    const beside = (by: number) => {
      let index = columns.indexOf(column) + by
      while (columns[index]?.cards.length === 0) index += by
      const other = columns[index]?.cards ?? []
      return other[Math.min(at, other.length - 1)]
    }
    const to: Record<string, () => ShownCard | undefined> = {
      ArrowUp: () => column.cards[at - 1],
      ArrowDown: () => column.cards[at + 1],
      ArrowLeft: () => beside(-1),
      ArrowRight: () => beside(1),
      Home: () => column.cards[0],
      End: () => column.cards.at(-1),
    }
    const target = to[key]?.()
    if (!target) return
    if (isExtending) this.#selectTo(target.id)
    else this.show(target)
  }

  /** Deletes a card, or all that are selected with it. */
  readonly remove = (id: string): void => {
    const taken = this.takenWith(id)
    const { cards } = this.#now()
    const [first, last] = [taken[0], taken.at(-1)]
    const next = last && cards[cards.indexOf(last) + 1]
    const before = first && cards[cards.indexOf(first) - 1]
    const indexes = taken.map(({ index }) => index)
    const edit = deleteCards(this.#text.screenplay(), indexes)
    if (!edit) return void this.#refuse()
    // Before they go: a prompt about something that is deleted would be about something that got lost.
    this.selectNothing()
    this.#apply(edit, 'move')
    this.#focusOn((next ?? before)?.id)
    const undo = this.#text.undoing()
    showToast({
      title: words.deleted.title(taken),
      message: words.deleted.names(taken),
      action: {
        label: words.deleted.undo,
        run: () => {
          if (!undo()) return showToast({ title: words.deleted.tooLate })
          // Else the toast gives the focus back to what had it before.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
          this.#focusOn(this.#now().cards.find(({ start }) => start === first?.start)?.id)
          this.say(words.said.undone)
        },
      },
    })
  }

  readonly color = (taken: readonly ShownCard[], name: string | null): void => {
    const indexes = taken.map(({ index }) => index)
    if (taken.every((card) => card.color === name)) this.say(words.said.edited)
    else this.#change(setColor(this.#text.screenplay(), indexes, name), 'type', words.said.edited)
  }

  readonly open = (id: string): void => {
    const card = this.#card(id)
    if (card?.kind === 'idea') this.edit(id)
    else if (card) this.#around?.onOpen(card.start)
  }

  readonly draftBelow = (id: string): void => {
    const card = this.#card(id)
    const here = card && this.#placeOf(card)
    if (here) this.#set({ draft: { columnId: here.column.id, gap: here.at + 1 } })
  }

  /** Takes back what was done last, or does it again. */
  readonly step = (direction: 'undo' | 'redo', hasFocus: boolean): void => {
    if (!this.#text[direction]()) return
    this.#now()
    this.#set({
      said: direction === 'undo' ? words.said.undone : words.said.redone,
      ...(hasFocus && { wanted: { why: 'focus' } }),
    })
  }

  readonly writtenOf = (id: string): NewCard => {
    const card = this.#card(id)
    if (!card) return { heading: '', synopsis: '' }
    return writtenOf(this.#text.screenplay(), card.index)
  }

  /** Stores what was written on a card; whether that was possible. */
  readonly save = (id: string, written: NewCard): boolean => {
    const card = this.#card(id)
    const before = this.writtenOf(id)
    const isSame =
      before.heading === written.heading.trim() && before.synopsis === written.synopsis.trim()
    if (card && !isSame && written.heading.trim() !== '') {
      const language = this.#text.language()
      const edit = editCard(this.#text.screenplay(), card.index, written, language)
      if (!this.#change(edit, 'type', words.said.edited)) return false
    }
    this.#set({ editedId: null, focusedId: id, wanted: { why: 'focus' } })
    return true
  }

  readonly saveNew = (column: ShownColumn, gap: number, card: NewCard): boolean => {
    const edit = addCard(this.#text.screenplay(), placeIn(column, gap), card)
    const made = this.#apply(edit, 'type')
    if (!made) return this.#refuse()
    this.#set({ draft: null })
    const [first] = made
    if (first) {
      this.show(first)
      this.say(words.said.made(first))
    }
    return true
  }

  readonly cancel = (): void => this.#set({ draft: null, editedId: null, wanted: { why: 'focus' } })

  readonly newCardIn = ({ id, parts }: ShownColumn): void =>
    this.#set({ draft: { columnId: id, gap: parts.length } })

  readonly newCard = (): void => {
    const { tabStop, selected } = this.state.get()
    const column = this.#now().columns.at(-1)
    if (tabStop !== null && selected.has(tabStop)) this.draftBelow(tabStop)
    else if (column) this.newCardIn(column)
  }

  /** Ends the naming of a new column; null if there is to be none. */
  readonly addColumn = (title: string | null): void => {
    this.#set({ isNaming: false, wanted: { why: 'focus' } })
    if (title === null) return
    const edit = addColumn(this.#text.screenplay(), this.#now().items, title)
    this.#change(edit, 'type', words.said.columnMade(title))
  }

  readonly rename = (index: number, title: string): boolean =>
    this.#change(setHeading(this.#text.screenplay(), index, title), 'type')

  readonly moveColumn = ({ section }: ShownColumn, by: 1 | -1): void => {
    const all = this.#now().columns
    const at = all.findIndex((one) => one.section?.index === section?.index)
    const target = all[at + by]
    const to = by < 0 ? target?.section?.index : target?.end
    if (!section || to === undefined) return void this.#refuse()
    const edit = moveColumn(this.#text.screenplay(), section.index, to)
    this.#change(edit, 'move', words.said.columnMoved(section.heading))
  }

  readonly removeColumn = (index: number, title: string): boolean =>
    this.#change(
      removeSection(this.#text.screenplay(), index),
      'move',
      words.said.columnRemoved(title),
    )

  readonly ask = (name: AskName): void =>
    this.#around?.onAsk?.(
      words.asks[name].prompt,
      name === 'missing' ? 'ask' : 'change',
      this.#around.scope,
    )

  readonly canAsk = (name: AskName): boolean => {
    const { board, chosen } = this.state.get()
    const isIdea = chosen.length === 1 && chosen[0]?.kind === 'idea'
    return (
      this.#around?.onAsk !== undefined && board.cards.length > 0 && (name !== 'write' || isIdea)
    )
  }

  /** Where the ideas of a template go: the script may change while somebody decides. */
  readonly intoOf = ({ columns }: Template): readonly (Column | null)[] =>
    templateColumns(this.#now(), columns)

  /** Inserts a template, or asks first whether the script has its columns already. */
  readonly template = (template: Template): void => {
    if (this.intoOf(template).some((column) => column !== null)) this.#set({ mapped: template })
    else this.#insert(template, false)
  }

  readonly leaveTemplate = (): void => this.#set({ mapped: null })

  /** Inserts the template that was asked about, into the script's columns or as new ones. */
  readonly insertMapped = (isMapped: boolean): void => {
    const { mapped } = this.state.get()
    if (mapped) this.#insert(mapped, isMapped)
  }

  #insert(template: Template, isMapped: boolean): void {
    const columns = template.columns.map(({ title, synopsis, ideas }) => ({
      title,
      synopsis,
      ideas: ideas.map(([idea, what]) => ({ title: idea, synopsis: what })),
    }))
    const into = isMapped ? this.intoOf(template) : []
    const made = this.#apply(addTemplate(this.#text.screenplay(), columns, into), 'template')
    if (!made) return void this.#refuse(isMapped ? words.templateThere : undefined)
    this.#focusOn(made[0]?.id)
    this.say(words.said.template(template.name))
  }

  readonly drag = (id: string): void => this.#set({ dragged: this.takenWith(id) })

  readonly dragOver = (next: Gap | null): void => {
    const last = this.drop.get()
    if (last?.columnId !== next?.columnId || last?.gap !== next?.gap) this.drop.set(next)
  }

  readonly endDrag = (isDropped: boolean): void => {
    const at = this.drop.get()
    const { dragged } = this.state.get()
    const column = at && this.#now().columns.find(({ id }) => id === at.columnId)
    this.drop.set(null)
    this.#set({ dragged: [] })
    if (isDropped && column) this.move(dragged, column, at.gap)
  }

  /** What can be done here, for the command palette. */
  commands(): BoardCommand[] {
    const own = (
      id: string,
      label: string,
      run: () => void,
      isAvailable: BoardCommand['isAvailable'] = true,
    ): BoardCommand => ({ id: `board ${id}`, label, group: words.label, run, isAvailable })
    return [
      { ...own('card', words.newCard, this.newCard), shortcut: 'n' },
      own('column', words.newColumn, this.name),
      ...askNames.map((name) =>
        own(
          name,
          words.asks[name].label,
          () => this.ask(name),
          () => this.canAsk(name),
        ),
      ),
      ...boardTemplates.map((template) =>
        own(template.name, `${words.template}: ${template.name}`, () => this.template(template)),
      ),
    ]
  }
}

/** Shows the card at an offset of the script, to go on there or only to look; false if there is none. */
export type ShowCard = BoardControl['showCard']
