import type { Text } from '@codemirror/state'
import { insertNotes } from '../../../screenplay/editing.ts'
import { countWords, parse } from '../../../screenplay/model.ts'
import { errorText } from '../../error-text.ts'
import { RequestError } from '../../lib/backend/request-error.ts'
import { Store, storedChoice } from '../../lib/store.ts'
import { messages } from '../../messages.ts'
import { notesMessages } from '../../messages/notes.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import type { DocumentText } from '../document/document-text.ts'
import type { PageHandle, TextRange } from '../document/scope/scope.ts'
import type { ScopeStore } from '../document/scope/scope-store.ts'
import { sidePanel } from '../document/side-panel.ts'
import { textHash } from '../document/sync/text-hash.ts'
import { textOf } from '../document/text/changes.ts'
import { followRange } from '../document/scope/follow-range.ts'
import type { TextChange, WorkingText } from '../document/text/working-text.ts'
import { addNote, deleteNote, updateNote, updateNotes } from './api/notes.ts'
import type { NoteCommand } from './note-keys.ts'
import { MOST } from '../../../contract/limits.ts'
import type { ReadingChoice } from './reading-choice.ts'
import { isListed, type Note, type NotePatch, type NoteState, ScriptNotes } from './script-notes.ts'

const words = notesMessages

/** How many characters a note can be about. */
const LONGEST_QUOTE = MOST.quoteCharacters
/** How often a note is added again because the text changed meanwhile. */
const TRIES = 3
const HIDDEN = 'script-writer-notes-hidden'
/** On the page, the id of a note that is being written. */
const NEW = 'new'

/** As the page marks it. */
type PageMark = Pick<Note, 'id' | 'author' | 'start' | 'end'> & { label: string }

/** What a new note is about: a part of the text as it was when it was chosen. */
export type NewPlace = TextRange & { doc: Text; quote: string }

type Written = {
  workId: string
  working: WorkingText
  text: Pick<DocumentText, 'storedBase' | 'refresh'>
  scope: Pick<ScopeStore, 'choose'>
}

/** The editor around them: another one if the window got another width, which the control outlives. */
export type NotesEditor = {
  /** Shows the page and does something there. */
  onPage: (act: (page: PageHandle) => void) => void
  /** Leads to the prompt, with a text for it. */
  onPrompt: (text: string) => void
  /** Whether a note opens over the page, because there is no room beside it. */
  isNarrow: () => boolean
}

const NO_EDITOR: NotesEditor = { onPage: () => {}, onPrompt: () => {}, isNarrow: () => false }

/** Who says it. */
const noteAuthor = ({ author, reader }: Pick<Note, 'author' | 'reader'>): string =>
  author === 'writer' ? words.you : (reader ?? '')

const isOpenOnText = ({ state, start, end }: Note): boolean => state === 'open' && start < end

const tellFailure = (error: unknown, fallback: string): void =>
  showToast({ title: errorText(error, fallback), kind: 'error' })

/** What can be done with the notes on one text, wherever it is asked for. */
export class NotesControl {
  readonly notes: ScriptNotes
  /** The note over the page, where there is no room beside it. */
  readonly opened = new Store<string | null>(null)
  /** What a note is being written about. */
  readonly adding = new Store<NewPlace | null>(null)
  /** What was typed of it; nobody follows that. */
  typed = ''
  /** What is being chosen for a reading. */
  readonly reading = new Store<ReadingChoice | null>(null)
  /** What stands where a note was about something that an answer has changed since, as the note asked; null if not known. */
  readonly changed = new Store<ReadonlyMap<string, string | null>>(new Map())
  readonly #asked = new Map<string, TextRange & { doc: Text }>()
  /** Whether the page shows no notes. */
  readonly isHidden = new Store(storedChoice.read(HIDDEN) === 'yes')
  readonly #written: Written
  #editor: NotesEditor = NO_EDITOR
  /** Sent one after the other, so that the last decision is the one that stays. */
  #sending: Promise<unknown> = Promise.resolve()
  #open: { of: readonly Note[]; places: readonly TextRange[] } = { of: [], places: [] }
  #shown: { of: readonly Note[]; marks: readonly PageMark[] } = { of: [], marks: [] }

  constructor(notes: ScriptNotes, written: Written) {
    this.notes = notes
    this.#written = written
  }

  /** Follows the text until the returned function is called. */
  start(): () => void {
    return this.#written.working.onChange((change) => this.#lookAtAsked(change))
  }

  setEditor(editor: NotesEditor): void {
    this.#editor = editor
  }

  /** For the page. */
  readonly shown = () => {
    this.notes.catchUp()
    const { doc, current } = this.notes.snapshot()
    const adding = this.#newPlace()
    const marked = this.#marked()
    if (!adding) return { doc, notes: marked, current }
    const mark = { id: NEW, author: 'writer' as const, label: words.add, ...adding }
    return { doc, notes: [...marked, mark], current: NEW }
  }

  /** Where open notes are, also if the page does not show them. */
  readonly openPlaces = (): readonly TextRange[] => {
    const { notes } = this.notes.snapshot()
    if (this.#open.of !== notes) {
      this.#open = { of: notes, places: notes.filter(isOpenOnText) }
    }
    return this.#open.places
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const ends = [this.notes, this.adding, this.isHidden].map((each) => each.subscribe(listener))
    return () => {
      for (const end of ends) end()
    }
  }

  readonly onCursor = (id: string): void => this.notes.setCurrent(id)

  readonly onOpen = (id: string): void => {
    this.notes.setCurrent(id)
    if (this.#editor.isNarrow()) this.opened.set(id)
    else if (sidePanel.get() !== 'notes') sidePanel.open('notes')
  }

  /** Where a new note is about; the words are checked when it is stored. */
  readonly onAdd = (range: TextRange): void => {
    const { doc } = this.#written.working
    const quote = doc.sliceString(range.start, range.end)
    const start = range.start + quote.length - quote.trimStart().length
    const end = range.start + quote.trimEnd().length
    if (start >= end) {
      showToast({ title: words.nothingSelected })
      return
    }
    if (end - start > LONGEST_QUOTE) {
      showToast({ title: words.selectionTooLong })
      return
    }
    this.opened.set(null)
    this.typed = ''
    this.adding.set({ start, end, doc, quote: quote.trim() })
    sidePanel.open('notes')
  }

  readonly onTyped = (typed: string): void => {
    this.typed = typed
  }

  /** Adds a note to what is selected, or to the line with the cursor. */
  readonly addHere = (): void => this.#editor.onPage((page) => this.onAdd(page.selected()))

  readonly toggleHidden = (): void => {
    const isHidden = !this.isHidden.get()
    storedChoice.write(HIDDEN, isHidden ? 'yes' : null)
    this.isHidden.set(isHidden)
  }

  /** Stores the note that was being written. */
  async add(body: string): Promise<void> {
    const { workId, text } = this.#written
    const place = this.adding.get()
    if (!place) return
    for (let tries = 1; ; tries += 1) {
      const { doc } = await text.storedBase()
      const range = this.#rangeIn(place, doc)
      if (!range) throw new RequestError(words.nothingSelected)
      try {
        const added = await addNote(workId, await textHash(textOf(doc)), { ...range, body })
        this.notes.add(added, doc)
        this.adding.set(null)
        this.notes.setCurrent(added.id)
        return
      } catch (error) {
        const isChanged = error instanceof RequestError && error.code === 'draft_changed'
        if (!isChanged || tries === TRIES) throw error
        await text.refresh()
      }
    }
  }

  async edit(id: string, body: string): Promise<void> {
    await this.#change(id, { body }, () => updateNote(id, { body }))
  }

  /** Deletes a note of the writer's own, until that is undone. */
  async remove(id: string): Promise<void> {
    const note = this.notes.find(id)
    if (!note) return
    this.#leave(id)
    const { doc } = this.#written.working
    const again = () => {
      this.adding.set({ ...note, doc })
      this.add(note.body).catch((error: unknown) => tellFailure(error, words.addFailed))
    }
    try {
      await this.#change(id, null, () => deleteNote(id))
      const isThere = note.start < note.end
      const action = { label: words.undo, run: again }
      showToast({ title: words.deleted, ...(isThere && { action }) })
    } catch (error) {
      tellFailure(error, words.failed)
    }
  }

  /** Settles a note, or opens it again; the next one takes its place. */
  readonly setState = (id: string, state: NoteState, isUndo = false): void => {
    const note = this.notes.find(id)
    if (!note || note.state === state) return
    const before = note.state
    if (isUndo) this.notes.setCurrent(id)
    else this.#leave(id)
    this.#change(id, { state }, () => updateNote(id, { state })).catch((error: unknown) =>
      tellFailure(error, words.failed),
    )
    if (isUndo || state === 'open') return
    showToast({
      title: state === 'done' ? words.doneToast : words.dismissedToast,
      action: { label: words.undo, run: () => this.setState(id, before, true) },
    })
  }

  /** Dismisses notes together, and opens them together again if that is undone. */
  readonly dismissAll = (ids: readonly string[]): void => {
    const set = (state: NoteState) => {
      const stored = this.#enqueue(() => updateNotes(ids, state))
      Promise.all(ids.map((id) => this.notes.change(id, { state }, () => stored))).catch(
        (error: unknown) => tellFailure(error, words.failed),
      )
    }
    set('dismissed')
    showToast({
      title: words.allDismissed(ids.length),
      action: { label: words.undo, run: () => set('open') },
    })
  }

  /** Writes notes into the script as `[[...]]`, as one step. */
  readonly putIntoText = (ids: readonly string[]): void => {
    const wanted = new Set(ids)
    this.#editor.onPage((page) => {
      this.notes.catchUp()
      const { doc, notes } = this.notes.snapshot()
      const chosen = notes.filter(({ id, start, end }) => wanted.has(id) && start < end)
      const places = chosen.map((note) => ({
        at: note.end,
        text: words.label(noteAuthor(note), note.body),
      }))
      const splices = insertNotes(parse(textOf(doc)), places)
      if (splices.length === 0) {
        showToast({ title: words.nothingToInsert })
        return
      }
      // The model's are recognised among what is pasted.
      const isOwn = chosen.every(({ author }) => author === 'writer')
      page.change(splices, isOwn ? 'typed' : 'pasted')
      showToast({ title: words.inserted(chosen.length), message: words.insertedText })
    })
  }

  /** Makes a note the current one and shows the words that it is about. */
  readonly goTo = (id: string, { onPage }: Pick<NotesEditor, 'onPage'> = this.#editor): void => {
    this.notes.setCurrent(id)
    const note = this.notes.find(id)
    if (!note) return
    if (note.start < note.end) onPage((page) => page.reveal(note))
    // After a large change, not the words of every note are looked for.
    else this.notes.findWords(id)
  }

  /** Goes to the next or previous of the notes that are listed. */
  readonly step = (direction: 1 | -1): void => {
    const id = this.#neighbour(direction)
    if (id === undefined) {
      showToast({ title: words.none })
      return
    }
    this.goTo(id)
    this.#show(id)
  }

  /** Turns a note into a prompt about its words. */
  readonly changeThis = (id: string): void => {
    const note = this.notes.find(id)
    if (!note) return
    const { scope, working } = this.#written
    const { start, end, body } = note
    const count = countWords(working.doc.sliceString(start, end))
    const label = messages.scope.selection(count)
    scope.choose(count === 0 ? null : { start, end, kind: 'text', label, note: label })
    if (count > 0) this.#asked.set(id, { start, end, doc: working.doc })
    this.goTo(id)
    this.opened.set(null)
    const isOwn = note.author === 'writer'
    this.#editor.onPrompt(words.changePrompt(isOwn ? null : noteAuthor(note), body))
  }

  /** Does what a key asks for. */
  readonly run = (command: NoteCommand): void => {
    const { current } = this.notes.snapshot()
    if (command === 'next') this.step(1)
    else if (command === 'previous') this.step(-1)
    else if (command === 'add') this.addHere()
    else if (current === null) showToast({ title: words.none })
    else if (command === 'change') this.changeThis(current)
    // Nobody settles what they have not read.
    else if (!this.#isShown(current)) this.#show(current)
    else {
      this.setState(current, command === 'done' ? 'done' : 'dismissed')
      const next = this.notes.snapshot().current
      if (next !== null && next !== current) this.goTo(next)
    }
  }

  #isShown(id: string): boolean {
    return this.#editor.isNarrow() ? this.opened.get() === id : sidePanel.get() === 'notes'
  }

  /** Shows what a note says; whoever is writing goes on writing where there is room. */
  #show(id: string): void {
    if (this.#editor.isNarrow()) this.opened.set(id)
    else sidePanel.show('notes')
  }

  /** Offers to settle a note whose words an answer has changed, as it was asked to. */
  #lookAtAsked({ origin }: Pick<TextChange, 'origin'>): void {
    if (origin !== null) return
    const { working } = this.#written
    for (const [id, { start, end, doc }] of this.#asked) {
      const range = followRange({ start, end }, doc, working.changesSince(doc), working.doc)
      const now = range && working.doc.sliceString(range.start, range.end)
      if (now === doc.sliceString(start, end)) continue
      this.#asked.delete(id)
      this.changed.set(new Map(this.changed.get()).set(id, now))
      showToast({
        title: words.changed,
        ...(now && { message: words.nowThere(now) }),
        action: { label: words.doneAction, run: () => this.setState(id, 'done') },
      })
    }
  }

  /** The note that takes the place of one that is about to leave the list. */
  #leave(id: string): void {
    const { current, filter } = this.notes.snapshot()
    if (current !== id || filter.state === 'all') return
    const next = this.#neighbour(1)
    this.notes.setCurrent(next === id ? null : (next ?? null))
    if (this.opened.get() === id) this.opened.set(next === id ? null : (next ?? null))
  }

  #neighbour(direction: 1 | -1): string | undefined {
    this.notes.catchUp()
    const { notes, filter, current } = this.notes.snapshot()
    const listed = notes.filter((note) => isListed(note, filter) || note.id === current)
    const at = listed.findIndex(({ id }) => id === current)
    if (at < 0) return listed.at(direction > 0 ? 0 : -1)?.id
    return listed.at((at + direction) % listed.length)?.id
  }

  #change(id: string, patch: NotePatch | null, store: () => Promise<void>): Promise<void> {
    return this.notes.change(id, patch, () => this.#enqueue(store))
  }

  #enqueue(store: () => Promise<void>): Promise<void> {
    const sent = this.#sending.then(store, store)
    this.#sending = sent.catch(() => undefined)
    return sent
  }

  #newPlace(): TextRange | null {
    const place = this.adding.get()
    return place && this.#rangeIn(place, this.#written.working.doc)
  }

  /** Where a part of an earlier text is in another one of this text; null if nothing is left of it. */
  #rangeIn({ start, end, doc }: NewPlace, other: Text): TextRange | null {
    const { working } = this.#written
    const since = working.changesSince(doc)
    // What was typed after the other text is taken back.
    const back = working.changesSince(other).invertedDesc
    const from = back.mapPos(since.mapPos(start, 1), 1)
    const to = back.mapPos(since.mapPos(end, -1), -1)
    return from < to ? { start: from, end: to } : null
  }

  /** What the page marks: open notes, and the current one. */
  #marked() {
    const { notes, current } = this.notes.snapshot()
    const isHidden = this.isHidden.get()
    const marked = isHidden
      ? []
      : notes.filter(
          ({ id, state, start, end }) => start < end && (state === 'open' || id === current),
        )
    const last = this.#shown
    const isSame =
      last.of === notes &&
      last.marks.length === marked.length &&
      last.marks.every(({ id }, index) => id === marked[index]?.id)
    if (!isSame)
      this.#shown = {
        of: notes,
        marks: marked.map(({ id, author, reader, start, end, body }) => {
          const label = words.label(noteAuthor({ author, reader }), body)
          return { id, author, start, end, label }
        }),
      }
    return this.#shown.marks
  }
}
