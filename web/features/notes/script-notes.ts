import type { ChangeSet, Text } from '@codemirror/state'
import {
  anchorAgain,
  anchorsIn,
  followAnchors,
  type TextStep,
} from '../../../screenplay/changes.ts'
import { Delayed } from '../../lib/delayed.ts'
import { logWarning } from '../../lib/log.ts'
import { Store } from '../../lib/store.ts'
import { whenIdle } from '../../lib/timing.ts'
import { DELAYS } from '../document/delays.ts'
import { docOf, splicesOf, textOf } from '../document/text/changes.ts'
import type { WorkingText } from '../document/text/working-text.ts'

export type NoteState = 'open' | 'done' | 'dismissed'

/** A note on a script. If `start` and `end` are the same, the words that it is about are gone. */
export type Note = {
  id: string
  jobId: string | null
  author: 'model' | 'writer' | 'reader'
  /** Who the model read as, or a person's name; null for the writer. */
  reader: string | null
  /** The server's text that it was last placed in; null if the server does not know what has changed since. */
  revision: number | null
  start: number
  end: number
  quote: string
  /** What stood there last, if that is not the quote. */
  held?: string | null
  body: string
  state: NoteState
  createdAt: string
}

/** The notes that the server has at their stored places, its text of now, and what led there from the oldest of these. */
export type ServerNotes = {
  revision: number
  textHash: string
  notes: readonly Note[]
  steps: readonly TextStep[]
}

/** Where a note is, to be stored. */
export type NotePlace = { id: string; start: number; end: number; held: string | null }

type StorePlaces = (revision: number, places: readonly NotePlace[]) => Promise<void>

/** What can be changed of a note. */
export type NotePatch = Partial<Pick<Note, 'state' | 'body'>>

/** Which notes are listed; null for those of everybody. `text`: those that are part of the script. */
export type NoteFilter = { who: string | null; state: NoteState | 'all' }

export type NotesSnapshot = {
  /** The text that the places refer to. */
  doc: Text
  /** In the order of the text. */
  notes: readonly Note[]
  isLoaded: boolean
  /** The note that the keys are about. */
  current: string | null
  filter: NoteFilter
}

type NotedText = Pick<WorkingText, 'doc' | 'base' | 'subscribe' | 'changesSince' | 'textWithHash'>

/** The notes after changes of their text. */
const followed = (notes: readonly Note[], changes: ChangeSet, after: Text): Note[] =>
  followAnchors(notes, splicesOf(changes), (start, end) =>
    after.sliceString(start, Math.min(end, after.length)),
  )

/** How many changes a stored place may be behind: the server keeps 500. */
const MOST_BEHIND = 200

const placeOf = ({ id, start, end, held }: Note): NotePlace => {
  return { id, start, end, held: held ?? null }
}

/** Who a note is by, as the filter names it. */
export const whoOf = ({ author, reader }: Pick<Note, 'author' | 'reader'>): string =>
  `${author} ${reader ?? ''}`

const inOrder = (one: Note, other: Note): number =>
  one.start - other.start ||
  one.end - other.end ||
  one.createdAt.localeCompare(other.createdAt) ||
  one.id.localeCompare(other.id)

const OPEN: NoteFilter = { who: null, state: 'open' }

/**
 * The notes on a text, at their places in it as it is. Nothing is done with a key: the marks on the page move by
 * themselves, and the places follow after a pause or when somebody asks.
 */
export class ScriptNotes {
  readonly #text: NotedText
  readonly #state: Store<NotesSnapshot>
  /** What was done here and is not stored yet; null for a note that was deleted. */
  readonly #unstored = new Map<string, NotePatch | null>()
  /** As the server has them, at their places in `#doc`. */
  #notes: readonly Note[] = []
  #doc: Text
  /** As the server has them: what it can follow without the text is not stored again. */
  readonly #stored = new Map<string, NotePlace>()
  #asked = 0
  readonly #storePlaces: StorePlaces
  readonly #soon = new Delayed(DELAYS.show, () => whenIdle(() => this.catchUp(), DELAYS.show.pause))
  readonly #placing = new Delayed(DELAYS.places, () => this.#place())

  constructor(text: NotedText, storePlaces: StorePlaces) {
    this.#text = text
    this.#storePlaces = storePlaces
    this.#doc = text.doc
    this.#state = new Store<NotesSnapshot>({
      doc: text.doc,
      notes: [],
      isLoaded: false,
      current: null,
      filter: OPEN,
    })
  }

  /** Follows the text until the returned function is called. */
  start(): () => void {
    const unsubscribe = this.#text.subscribe(() => this.#later())
    return () => {
      this.#soon.cancel()
      this.#placing.cancel()
      unsubscribe()
    }
  }

  readonly snapshot = (): NotesSnapshot => this.#state.get()
  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /** Takes what was read from the server. False if this browser has not had the text that it refers to. */
  async setServer({ revision, textHash, notes, steps }: ServerNotes): Promise<boolean> {
    this.#asked += 1
    const asked = this.#asked
    const doc = await this.#textOf(revision, textHash)
    // Something newer was read meanwhile.
    if (asked !== this.#asked) return true
    if (!doc && notes.length > 0) return false
    this.#follow()
    const known = new Map(this.#notes.map((note) => [note.id, note]))
    this.#doc = doc ?? this.#text.doc
    this.#notes = doc ? anchorsIn(notes, steps, textOf(doc)) : []
    this.#follow()
    this.#stored.clear()
    for (const note of notes) this.#stored.set(note.id, placeOf(note))
    // What was followed key by key is better known than what is followed at once.
    this.#notes = this.#notes.map((note) => {
      const followedHere = known.get(note.id)
      const isSame = followedHere?.revision === note.revision && note.revision !== null
      return isSame ? { ...note, ...placeOf(followedHere) } : note
    })
    this.#show()
    this.#placing.ask()
    return true
  }

  /** A row of the server, whose place is that of another text. */
  setRow(id: string, patch: NotePatch | null): void {
    this.#setStored(id, patch)
    this.#show()
  }

  /** A note that was just stored, at its place in a text. */
  add(note: Note, doc: Text): void {
    this.catchUp()
    const [placed = note] = followed([note], this.#text.changesSince(doc), this.#doc)
    this.#notes = [...this.#notes.filter(({ id }) => id !== note.id), placed]
    this.#stored.set(note.id, placeOf(note))
    this.#show()
  }

  /** Looks in the whole text for the words of a note that has lost them. */
  findWords(id: string): void {
    this.catchUp()
    const text = textOf(this.#doc)
    this.#notes = this.#notes.map((note) => (note.id === id ? anchorAgain(note, text) : note))
    this.#show()
    this.#placing.ask()
  }

  /** The note as it is now. */
  find(id: string | null): Note | undefined {
    this.catchUp()
    return this.snapshot().notes.find((note) => note.id === id)
  }

  /** Maps the places to the text as it is at this moment. */
  readonly catchUp = (): void => {
    this.#soon.cancel()
    if (this.#doc === this.#text.doc) return
    this.#follow()
    this.#show()
  }

  /** Shows a change at once; `store` resolves once the server has it, and rejects if it refused it. */
  async change(id: string, patch: NotePatch | null, store: () => Promise<void>): Promise<void> {
    this.#unstored.set(id, patch && { ...this.#unstored.get(id), ...patch })
    this.#show()
    const mine = this.#unstored.get(id)
    try {
      await store()
      this.#setStored(id, patch)
    } finally {
      if (this.#unstored.get(id) === mine) this.#unstored.delete(id)
      this.#show()
    }
  }

  setCurrent(current: string | null): void {
    if (current !== this.snapshot().current) this.#set({ current })
  }

  setFilter(filter: Partial<NoteFilter>): void {
    this.#set({ filter: { ...this.snapshot().filter, ...filter } })
  }

  #set(change: Partial<NotesSnapshot>): void {
    this.#state.set({ ...this.#state.get(), ...change })
  }

  #setStored(id: string, patch: NotePatch | null): void {
    this.#notes = patch
      ? this.#notes.map((note) => (note.id === id ? { ...note, ...patch } : note))
      : this.#notes.filter((note) => note.id !== id)
  }

  #later(): void {
    if (this.#notes.length > 0) {
      this.#soon.ask()
      this.#placing.ask()
    } else this.#doc = this.#text.doc
  }

  /** Stores the places that could not be followed as well later, or all if they are far behind. */
  #place(): void {
    const { base, doc } = this.#text
    // It is asked again when the server has the text.
    if (!base || base.doc !== doc || this.#notes.length === 0) return
    this.catchUp()
    const isBehind = this.#notes.some(
      (note) => base.revision - (note.revision ?? -Infinity) > MOST_BEHIND,
    )
    const moved = this.#notes.filter((note) => {
      const stored = this.#stored.get(note.id)
      const isSame =
        stored?.held === (note.held ?? null) && stored.end - stored.start === note.end - note.start
      return isBehind ? note.revision !== base.revision : !isSame
    })
    if (moved.length === 0) return
    this.#storePlaces(base.revision, moved.map(placeOf)).then(
      () => this.#arePlaced(base.revision, moved.map(placeOf)),
      (error: unknown) =>
        logWarning('The places of notes are stored after the next change:', error),
    )
  }

  #arePlaced(revision: number, places: readonly NotePlace[]): void {
    const placed = new Set(places.map(({ id }) => id))
    for (const place of places) this.#stored.set(place.id, place)
    this.#notes = this.#notes.map((note) => (placed.has(note.id) ? { ...note, revision } : note))
  }

  async #textOf(revision: number, hash: string): Promise<Text | undefined> {
    const { base } = this.#text
    if (base?.revision === revision) return base.doc
    const text = await this.#text.textWithHash(hash)
    // It may have arrived meanwhile.
    if (this.#text.base?.revision === revision) return this.#text.base.doc
    return text === undefined ? undefined : docOf(text)
  }

  #follow(): void {
    const { doc } = this.#text
    const changes = this.#text.changesSince(this.#doc)
    this.#doc = doc
    if (!changes.empty) this.#notes = followed(this.#notes, changes, doc)
  }

  #show(): void {
    const shown = this.#notes.flatMap((note) => {
      const patch = this.#unstored.get(note.id)
      return patch === null ? [] : [patch ? { ...note, ...patch } : note]
    })
    const { current } = this.snapshot()
    const isThere = shown.some(({ id }) => id === current)
    this.#set({
      doc: this.#doc,
      notes: shown.toSorted(inOrder),
      isLoaded: true,
      current: isThere ? current : null,
    })
  }
}

/** Whether a note is among those that are listed. */
export const isListed = (note: Note, { who, state }: NoteFilter): boolean =>
  (state === 'all' || note.state === state) && (who === null || whoOf(note) === who)
