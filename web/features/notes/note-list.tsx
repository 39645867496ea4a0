import { type KeyboardEvent, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { notesPanelMessages as words } from '../../messages/notes.ts'
import { rangeWith, useVirtualList, VirtualList } from '../../ui/layout/virtual-list.tsx'
import { NoteCard } from './note-card.tsx'
import type { NotesControl } from './notes-control.ts'
import { type ListedNote, nameIn, type Row } from './use-listed-notes.ts'
import { giveFocus } from '../../lib/focus.ts'

/** Used until a row is measured. */
function estimatedHeight(row: Row): number {
  if (row.kind !== 'note') return 34
  const quote = row.note.author === 'text' ? 0 : Math.min(3, Math.ceil(row.note.quote.length / 32))
  return 92 + 18 * (quote + Math.ceil(row.note.body.length / 38))
}

type NoteListProps = {
  rows: readonly Row[]
  current: string | null
  control: NotesControl
  /** Shows the words of a note on the page. */
  onGo: (note: ListedNote) => void
}

/** The notes by scene. Only those in view, the current one and the one with the focus are rendered. */
export function NoteList({ rows, current, control, onGo }: NoteListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const focused = useRef<string | null>(null)
  const mustFocus = useRef<string | null>(null)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const rowIndex = (id: string | null) =>
    id === null ? -1 : rows.findIndex((row) => row.kind === 'note' && row.key === id)
  const currentPlace = rowIndex(current)
  const firstPlace = rows.findIndex(({ kind }) => kind === 'note')
  const tabStop = currentPlace < 0 ? firstPlace : currentPlace

  const list = useVirtualList({
    scroller,
    items: rows,
    keyOf: ({ key }) => key,
    heightOf: estimatedHeight,
    overscan: 4,
    gap: 8,
    rangeExtractor: (range) =>
      rangeWith(tabStop, rowIndex(focused.current), rowIndex(mustFocus.current))(range),
  })
  const { scrollToIndex } = list.rows

  useEffect(() => {
    if (currentPlace >= 0) scrollToIndex(currentPlace, { align: 'auto' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- not when notes are added above it
  }, [scrollToIndex, current])

  useLayoutEffect(() => {
    const wanted = mustFocus.current
    const isLost = focused.current !== null && document.activeElement === document.body
    const id = wanted ?? (isLost ? (rows[tabStop]?.key ?? null) : null)
    mustFocus.current = null
    if (id === null) return
    const card = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-note]') ?? [])].find(
      ({ dataset }) => dataset['note'] === id,
    )
    const button = card?.querySelector('[data-go]')
    giveFocus(button ?? (isLost ? scroller.current : null), { preventScroll: true })
  })

  function onKeyDown(event: KeyboardEvent): void {
    const isOnQuote = event.target instanceof Element && event.target.closest('[data-go]')
    if (!isOnQuote || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const notes = rows.filter((row) => row.kind === 'note')
    const at = notes.findIndex(({ key }) => key === focused.current)
    const next = {
      ArrowDown: notes[at + 1],
      ArrowUp: notes[Math.max(0, at - 1)],
      Home: notes[0],
      End: notes.at(-1),
    }[event.key]
    if (!next) return
    event.preventDefault()
    mustFocus.current = next.key
    renderAgain()
    if (next.note.author !== 'text') control.notes.setCurrent(next.key)
    // A note in the text never is the current one.
    else scrollToIndex(rows.indexOf(next))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows lead from note to note
    <section
      ref={scroller}
      tabIndex={-1}
      aria-label={words.list}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        focused.current = target.closest<HTMLElement>('[data-note]')?.dataset['note'] ?? null
      }}
      onBlur={({ relatedTarget }) => {
        // Without another target, what had the focus may be gone.
        if (relatedTarget && !scroller.current?.contains(relatedTarget)) focused.current = null
      }}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-3 outline-none"
    >
      <VirtualList list={list}>
        {(row, index) =>
          row.kind === 'scene' ? (
            <h3 className="truncate pt-2.5 font-script text-sm font-bold uppercase">{row.title}</h3>
          ) : (
            <div data-note={row.key}>
              <NoteCard
                note={row.note}
                isCurrent={row.key === current}
                isTabStop={index === tabStop}
                control={control}
                onGo={() => onGo(row.note)}
              />
            </div>
          )
        }
      </VirtualList>
    </section>
  )
}

/** For screen readers, when the keys lead to another note. */
export function announcementOf(rows: readonly Row[], current: string | null): string {
  const notes = rows.flatMap((row) => (row.kind === 'note' ? [row.note] : []))
  const at = notes.findIndex(({ id }) => id === current)
  const note = notes[at]
  return note ? words.position(at + 1, notes.length, nameIn(note), note.body) : ''
}
