import { StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { messages } from '../../../../messages.ts'
import { Button } from '../../../../ui/button/button.tsx'
import type { WorkingText } from '../../../document/text/working-text.ts'
import { Arrow, spoken } from '../review/review-bar.tsx'
import {
  type Choice,
  choose,
  overlapField,
  overlapLink,
  type ShownOverlap,
  showingOverlaps,
} from './overlap-marks.ts'

const words = messages.overlaps

const CHOICES = ['mine', 'theirs', 'both'] as const

function announcementOf({ overlap: { first, second, mine } }: ShownOverlap): string {
  const [here, there] = mine === 'second' ? [second, first] : [first, second]
  return words.isAt(spoken(here), spoken(there))
}

const NONE: readonly ShownOverlap[] = []

/** The overlaps that the page shows. */
function useShownOverlaps(view: EditorView, text: WorkingText): readonly ShownOverlap[] {
  const follow = useCallback(
    (listener: () => void) => {
      if (!view.plugin(overlapLink))
        view.dispatch({ effects: StateEffect.appendConfig.of(showingOverlaps(text)) })
      return view.plugin(overlapLink)?.listeners.subscribe(listener) ?? (() => undefined)
    },
    [view, text],
  )
  return useSyncExternalStore(follow, () => view.state.field(overlapField, false)?.shown ?? NONE)
}

type OverlapPartProps = { view: EditorView; text: WorkingText }

/** Asks about lines that were changed here and elsewhere: marks in the text, and a bar above the page. */
export function OverlapPart({ view, text }: OverlapPartProps) {
  const shown = useShownOverlaps(view, text)
  const [at, setAt] = useState(0)
  const number = Math.min(at, shown.length - 1)
  const current = shown[number]

  function goTo(index: number): void {
    const next = (index + shown.length) % shown.length
    setAt(next)
    const place = shown[next]?.from ?? 0
    view.dispatch({
      selection: { anchor: Math.min(place, view.state.doc.length) },
      effects: EditorView.scrollIntoView(Math.min(place, view.state.doc.length), { y: 'center' }),
      userEvent: 'select',
    })
  }

  function decide(choice: Choice): void {
    if (current && choose(view, current.overlap.id, choice) && shown.length === 1) view.focus()
  }

  return (
    <>
      <output className="sr-only">{current && announcementOf(current)}</output>
      {current && (
        <div
          role="toolbar"
          aria-label={words.bar}
          className="flex shrink-0 flex-wrap items-center gap-1 border-b border-line bg-warn-wash px-3 py-1"
        >
          <span className="pr-1 text-md">
            {words.title}
            {shown.length > 1 && (
              <span className="pl-2 whitespace-nowrap tabular-nums">
                {words.place(number + 1, shown.length)}
              </span>
            )}
          </span>
          {shown.length > 1 && (
            <>
              <Arrow label={words.previous} title={words.previous} onClick={() => goTo(number - 1)}>
                <ChevronLeft />
              </Arrow>
              <Arrow label={words.next} title={words.next} onClick={() => goTo(number + 1)}>
                <ChevronRight />
              </Arrow>
            </>
          )}
          <span className="flex-1" />
          {shown.length === 1 && (
            <Button size="sm" variant="ghost" onClick={() => goTo(0)}>
              {words.show}
            </Button>
          )}
          <span className="flex gap-1 max-sm:w-full max-sm:*:flex-1">
            {CHOICES.map((choice) => (
              <Button key={choice} size="sm" onClick={() => decide(choice)}>
                {words.choices[choice]}
              </Button>
            ))}
          </span>
        </div>
      )}
    </>
  )
}
