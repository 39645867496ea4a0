import { Compartment, type Extension, Facet, StateEffect } from '@codemirror/state'
import { EditorView, layer, type LayerMarker, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { useEffect } from 'react'
import { notesMessages as words } from '../../../../messages/notes.ts'
import { pageMetrics } from '../rows/page-layout.ts'
import { noteField, notesBetween, showNotes } from './notes-field.ts'
import type { PageNotes } from './page-notes.ts'
import './notes.css'

/** How long a composition is waited for. */
const LATER = 100

const pageNotes = Facet.define<PageNotes>()

/** Shows the notes as they are stored, and tells where the cursor is put. */
class NotesLink {
  readonly #view: EditorView
  readonly #notes: PageNotes | undefined
  readonly #unfollow: (() => void) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsked = false
  /** The page did not have the text of the notes; it may be about to get it. */
  #isMissed = false
  #isDestroyed = false

  constructor(view: EditorView) {
    this.#view = view
    this.#notes = view.state.facet(pageNotes)[0]
    this.#unfollow = this.#notes?.subscribe(() => this.#soon())
    this.#soon()
  }

  update({ transactions, state, docChanged }: ViewUpdate): void {
    if (docChanged && this.#isMissed) this.#soon()
    if (!transactions.some((tr) => tr.isUserEvent('select'))) return
    const { head, empty } = state.selection.main
    const [found] = empty ? notesBetween(state, head, head) : []
    if (found && found.note.id !== state.field(noteField).current)
      queueMicrotask(() => this.#notes?.onCursor(found.note.id))
  }

  destroy(): void {
    this.#isDestroyed = true
    clearTimeout(this.#timer)
    this.#unfollow?.()
  }

  /** Nothing can be dispatched during an update. */
  #soon(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    queueMicrotask(() => {
      this.#isAsked = false
      this.#show()
    })
  }

  #show(): void {
    const view = this.#view
    clearTimeout(this.#timer)
    if (this.#isDestroyed || !this.#notes) return
    const { doc, notes, current } = this.#notes.shown()
    // Changing decorations around an IME composition would interrupt it.
    if (view.composing) {
      this.#timer = setTimeout(() => this.#show(), LATER)
      return
    }
    this.#isMissed = !view.state.doc.eq(doc)
    if (this.#isMissed) return
    const now = view.state.field(noteField)
    if (now.current === current && now.notes === notes) return
    view.dispatch({ effects: showNotes.of({ notes, current }) })
  }
}

type Place = { left: number; top: number }

const BUBBLE =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4h16v12H10l-6 5z"/></svg>' as const
const PLUS =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4h16v12H10l-6 5z"/><path d="M12 7v6M9 10h6"/></svg>' as const

/** A mark in the margin beside a row: its notes, or what adds one to the selected text. */
class MarginMark implements LayerMarker {
  readonly place: Place
  readonly look: string
  readonly title: string
  readonly count: number
  readonly #onClick: () => void

  constructor(mark: Omit<MarginMark, 'eq' | 'draw'>, onClick: () => void) {
    this.place = mark.place
    this.look = mark.look
    this.title = mark.title
    this.count = mark.count
    this.#onClick = onClick
  }

  eq(other: MarginMark): boolean {
    return (
      this.look === other.look &&
      this.title === other.title &&
      this.place.left === other.place.left &&
      this.place.top === other.place.top
    )
  }

  draw(): HTMLElement {
    const mark = document.createElement('div')
    mark.className = `note-margin ${this.look}`
    mark.title = this.title
    mark.style.left = `${this.place.left}px`
    mark.style.top = `${this.place.top}px`
    mark.innerHTML = this.look === 'note-add' ? PLUS : BUBBLE
    if (this.count > 1) {
      const count = document.createElement('span')
      count.textContent = String(Math.min(99, this.count))
      mark.append(count)
    }
    // The page keeps the focus, and the text its selection.
    mark.addEventListener('pointerdown', (event) => event.preventDefault())
    mark.addEventListener('mousedown', (event) => event.preventDefault())
    mark.addEventListener('click', this.#onClick)
    return mark
  }
}

/** From the mark to the edge of the sheet, in pixels. */
const EDGE = 32

/** The marks of the rows in CodeMirror's viewport. */
function marginMarks(view: EditorView): MarginMark[] {
  const [notes] = view.state.facet(pageNotes)
  if (!notes) return []
  const { scrollDOM, contentDOM, state } = view
  const { flows, rowHeight } = state.facet(pageMetrics)
  const frame = scrollDOM.getBoundingClientRect()
  const content = contentDOM.getBoundingClientRect()
  const left = content.right - frame.left + scrollDOM.scrollLeft - (flows ? EDGE - 4 : EDGE)
  const topOf = (offset: number): number | undefined => {
    const place = view.coordsAtPos(offset, 1)
    if (!place) return undefined
    const middle = (place.top + place.bottom) / 2
    return Math.round(middle - frame.top + scrollDOM.scrollTop - Math.max(12, rowHeight / 2))
  }
  const { current } = state.field(noteField)
  const rows = new Map<number, ReturnType<typeof notesBetween>>()
  for (const found of notesBetween(state, view.viewport.from, view.viewport.to)) {
    const top = found.from < view.viewport.from ? undefined : topOf(found.from)
    if (top !== undefined) rows.set(top, [...(rows.get(top) ?? []), found])
  }
  const { main } = state.selection
  const added = main.empty ? undefined : topOf(main.head)
  const made = [...rows].flatMap(([top, found]) => {
    const first = found.find(({ note }) => note.id === current) ?? found[0]
    if (!first || top === added) return []
    const isCurrent = first.note.id === current
    const look = `note-${first.note.author}${isCurrent ? ' note-current' : ''}`
    const title = found.map(({ note }) => note.label).join('\n')
    const mark = { place: { left, top }, look, title, count: found.length }
    // A second click goes to the next note of the row.
    const at = found.indexOf(first)
    const asked = (isCurrent && found[(at + 1) % found.length]) || first
    return new MarginMark(mark, () => notes.onOpen(asked.note.id))
  })
  if (added === undefined || state.readOnly) return made
  const range = { start: main.from, end: main.to }
  const mark = { place: { left, top: added }, look: 'note-add', title: words.add, count: 0 }
  return [...made, new MarginMark(mark, () => notes.onAdd(range))]
}

/** On a phone there is no room beside the text, so a touched quote opens its note. */
const touchedNotes = EditorView.domEventHandlers({
  // Putting the cursor there has drawn the mark again, so that there is no click on it.
  mouseup({ clientX: x, clientY: y }, view) {
    const { state } = view
    if (!state.facet(pageMetrics).flows || !state.selection.main.empty) return
    const place = view.posAtCoords({ x, y })
    const [found] = place === null ? [] : notesBetween(state, place, place)
    if (found) state.facet(pageNotes)[0]?.onOpen(found.note.id)
  },
})

const marking = [
  noteField,
  ViewPlugin.fromClass(NotesLink),
  touchedNotes,
  layer({
    above: true,
    class: 'note-margins',
    update: ({ startState, state, docChanged, selectionSet, viewportChanged }) =>
      docChanged ||
      viewportChanged ||
      (selectionSet && !(startState.selection.main.empty && state.selection.main.empty)) ||
      startState.field(noteField, false) !== state.field(noteField),
    markers: marginMarks,
  }),
]

const compartment = new Compartment()

function setMarking(view: EditorView, marks: Extension): void {
  const isKnown = compartment.get(view.state) !== undefined
  view.dispatch({
    effects: isKnown
      ? compartment.reconfigure(marks)
      : StateEffect.appendConfig.of(compartment.of(marks)),
  })
}

/** Marks the notes on the page: their quotes, and beside them in the margin. */
export function NotesPart({ view, notes }: { view: EditorView; notes: PageNotes }): null {
  useEffect(() => {
    setMarking(view, [pageNotes.of(notes), marking])
    return () => setMarking(view, [])
  }, [view, notes])
  return null
}
