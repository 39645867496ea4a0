import { type ChangeSet, MapMode } from '@codemirror/state'
import {
  type Board,
  type BoardEdit,
  boardOf,
  type Card,
  type Column,
} from '../../../screenplay/board.ts'
import type { Scene } from '../../../screenplay/layout.ts'
import type { Screenplay } from '../../../screenplay/model.ts'
import { Store } from '../../lib/store.ts'

/** How a change is to be recorded: as moved, as typed or as a template's. */
export type EditKind = 'move' | 'type' | 'template'

/** The script that is on the board, and the editor that it is open in. */
export type BoardText = {
  screenplay: () => Screenplay
  language: () => string | undefined
  /** Tells every change of the text, whoever made it. */
  follow: (listener: (changes: ChangeSet) => void) => () => void
  apply: (edit: BoardEdit, kind: EditKind) => void
  /** Whether there was something to take back, or to bring back. */
  undo: () => boolean
  redo: () => boolean
  /** Takes back what was done last, as long as nothing else has been done here since. */
  undoing: () => () => boolean
}

/** A card that stays the same through every change of the text. */
export type ShownCard = Card & { id: string }
export type ShownColumn = Omit<Column, 'parts'> & {
  id: string
  parts: (ShownCard | Exclude<Column['parts'][number], Card>)[]
  cards: ShownCard[]
}

export type ShownBoard = {
  columns: ShownColumn[]
  cards: ShownCard[]
  items: number
}

/** What is remembered of a card, to know it again. */
type Known = { id: string; start: number; heading: string; text: string; eighths: number | null }

/** The board of a text that is being edited, here and elsewhere: read again once per frame. */
export class BoardStore extends Store<ShownBoard> {
  readonly #text: BoardText
  #known: Known[] = []
  #scenes: readonly Scene[]
  /** Where readers have noted something, in order. */
  #notes: readonly { start: number }[] = []
  #pending: ChangeSet | null = null
  #frame = 0
  #last: Screenplay | null = null
  #next = 0

  constructor(text: BoardText, scenes: readonly Scene[] = []) {
    super({ columns: [], cards: [], items: 0 })
    this.#text = text
    this.#scenes = scenes
    this.#read()
  }

  start(): () => void {
    if (this.#text.screenplay() !== this.#last) this.#read()
    const unfollow = this.#text.follow((changes) => {
      this.#pending = this.#pending ? this.#pending.compose(changes) : changes
      this.#frame ||= requestAnimationFrame(() => this.now())
    })
    return () => {
      unfollow()
      cancelAnimationFrame(this.#frame)
      this.#frame = 0
    }
  }

  /** The board of the text as it is at this moment. */
  now(): ShownBoard {
    if (this.#pending) {
      cancelAnimationFrame(this.#frame)
      this.#frame = 0
      this.#read()
    }
    return this.get()
  }

  /** The scenes as last laid out, with their lengths. */
  setScenes(scenes: readonly Scene[]): void {
    if (scenes === this.#scenes) return
    this.#scenes = scenes
    this.#read()
  }

  /** Notes that are not part of the text. */
  setNotes(notes: readonly { start: number }[]): void {
    if (notes === this.#notes) return
    this.#notes = notes
    this.#read()
  }

  #read(): void {
    const screenplay = this.#text.screenplay()
    this.#last = screenplay
    const board = boardOf(screenplay, this.#scenes)
    const changes = this.#pending
    this.#pending = null
    this.set(this.#shown(board, screenplay.source, changes))
  }

  #shown(board: Board, source: string, changes: ChangeSet | null): ShownBoard {
    const known = this.#identified(board.cards, source, changes)
    this.#known = known
    const shownCards = new Map<Card, ShownCard>()
    const notes = notesOn(board.cards, this.#notes)
    for (const [at, card] of board.cards.entries()) {
      const { id = '', eighths = null } = known[at] ?? {}
      shownCards.set(card, { ...card, id, eighths, notes: card.notes + (notes.get(card) ?? 0) })
    }
    const columns = board.columns.map((column, at): ShownColumn => {
      const parts = column.parts.map((part) =>
        part.kind === 'group' ? part : (shownCards.get(part) ?? { ...part, id: '' }),
      )
      const cards = parts.filter((part): part is ShownCard => part.kind !== 'group')
      return { ...column, id: `column ${at}`, parts, cards }
    })
    return { columns, cards: [...shownCards.values()], items: board.items.length }
  }

  /** The same card is where its text has moved, or has the same text, or the same heading. */
  #identified(cards: readonly Card[], source: string, changes: ChangeSet | null): Known[] {
    const left = new Set(this.#known)
    const found: (Known | undefined)[] = cards.map(() => undefined)
    const take = (
      keyOf: (card: Card, at: number) => unknown,
      ofKnown: (known: Known) => unknown,
    ) => {
      if (left.size === 0) return
      const byKey = Map.groupBy(left, ofKnown)
      for (const [at, card] of cards.entries()) {
        const same = found[at] ? undefined : byKey.get(keyOf(card, at))?.shift()
        if (!same) continue
        found[at] = same
        left.delete(same)
      }
    }
    const textsNow = cards.map(({ start, contentEnd }) => source.slice(start, contentEnd))
    take(
      ({ start }) => start,
      ({ start }) => (changes ? changes.mapPos(start, 1, MapMode.TrackAfter) : start),
    )
    take(
      (_card, at) => textsNow[at],
      ({ text }) => text,
    )
    take(
      ({ heading }) => heading,
      ({ heading }) => heading,
    )
    // One card whose heading begins with another letter now.
    if (left.size === 1 && found.filter((one) => !one).length === 1)
      found[found.indexOf(undefined)] = [...left][0]
    return cards.map(({ start, heading, eighths }, at) => {
      const before = found[at]
      this.#next += before ? 0 : 1
      return {
        id: before?.id ?? `card ${this.#next}`,
        start,
        heading,
        text: textsNow[at] ?? '',
        eighths: eighths ?? before?.eighths ?? null,
      }
    })
  }
}

/** How many notes are on each card. */
function notesOn(cards: readonly Card[], notes: readonly { start: number }[]): Map<Card, number> {
  const counts = new Map<Card, number>()
  const inOrder = cards.toSorted((one, other) => one.start - other.start)
  let at = 0
  for (const { start } of notes) {
    while (at < inOrder.length && (inOrder[at]?.end ?? 0) <= start) at += 1
    const card = inOrder[at]
    if (card && card.start <= start) counts.set(card, (counts.get(card) ?? 0) + 1)
  }
  return counts
}

/** Where in the script a place between the parts of a column is. */
export const placeIn = (column: ShownColumn, gap: number): number =>
  column.parts[gap]?.index ?? column.end
