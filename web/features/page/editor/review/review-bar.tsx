import type { EditorView } from '@codemirror/view'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { messages } from '../../../../messages.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { shortcutText } from '../../panels/shortcut-text.ts'
import { decideCurrent, decideCurrentAnswer, goToChange, switchTo } from './review-actions.ts'
import { reviewCommands } from './review-commands.ts'
import type { ReviewState, ShownChange } from './review-field.ts'

const words = messages.review

const titleOf = (id: (typeof reviewCommands)[number]['id']): string => {
  const key = reviewCommands.find((command) => command.id === id)?.key
  return key === undefined ? words.commands[id] : `${words.commands[id]} (${shortcutText(key)})`
}

/** Limits what a screen reader announces: the whole scene can be read on the page. */
const MAX_WORDS = 30

export const spoken = (text: string): string => {
  const all = text.trim().split(/\s+/)
  return all.length > MAX_WORDS ? `${all.slice(0, MAX_WORDS).join(' ')}...` : all.join(' ')
}

function announcementOf(view: EditorView, { changes }: ReviewState, change: ShownChange): string {
  const now = view.state.sliceDoc(change.start, change.end)
  const number = changes.indexOf(change) + 1
  return words.isAt(number, changes.length, spoken(change.old.join(' ')), spoken(now))
}

type ReviewBarProps = {
  view: EditorView
  /** Null if nothing is under review. */
  state: ReviewState | null
}

/** Shows which change the shortcuts decide on, with buttons for the same actions. */
export function ReviewBar({ view, state }: ReviewBarProps) {
  const hasFocus = useRef(false)
  const current = state?.changes.find(({ key }) => key === state.current) ?? state?.changes[0]
  const isShown = current !== undefined
  const [wasShown, setWasShown] = useState(false)
  if (isShown && !wasShown) setWasShown(true)
  useEffect(() => {
    if (!isShown) return undefined
    return () => {
      // The buttons disappear with the last change, so the page takes their focus.
      if (hasFocus.current) view.focus()
      hasFocus.current = false
    }
  }, [isShown, view])
  return (
    <>
      <output className="sr-only">
        {state && current ? announcementOf(view, state, current) : wasShown && words.left(0)}
      </output>
      {state && current && (
        <div
          role="toolbar"
          aria-label={words.bar}
          onFocus={() => (hasFocus.current = true)}
          onBlur={(event) => (hasFocus.current = event.relatedTarget === null)}
          className="flex shrink-0 flex-wrap items-center gap-1 border-b border-line bg-accent-wash px-3 py-1 max-sm:gap-0.5 max-sm:px-2 keyboard:flex-nowrap keyboard:gap-0 keyboard:overflow-x-auto keyboard:[scrollbar-width:none]"
        >
          <span className="text-md whitespace-nowrap tabular-nums max-sm:text-sm">
            {words.place(state.changes.indexOf(current) + 1, state.changes.length)}
          </span>
          <Arrow
            label={words.previous}
            onClick={() => goToChange(view, -1)}
            title={titleOf('previous')}
          >
            <ChevronLeft />
          </Arrow>
          <Arrow label={words.next} onClick={() => goToChange(view, 1)} title={titleOf('next')}>
            <ChevronRight />
          </Arrow>
          {current.answer.alternative ? (
            <Alternatives view={view} change={current} />
          ) : (
            // On a phone there is no room; the change itself has the same buttons.
            <span className="contents max-sm:hidden keyboard:hidden">
              <Button size="sm" title={titleOf('undo')} onClick={() => decideCurrent(view, false)}>
                {words.undo}
              </Button>
              <Button size="sm" title={titleOf('keep')} onClick={() => decideCurrent(view, true)}>
                {words.keep}
              </Button>
            </span>
          )}
          <span className="flex-1" />
          <Button
            size="sm"
            variant="ghost"
            title={titleOf('undoAll')}
            className="max-sm:px-2"
            onClick={() => decideCurrentAnswer(view, false)}
          >
            {words.undoAll}
          </Button>
          <Button
            size="sm"
            variant="primary"
            title={titleOf('keepAll')}
            className="max-sm:px-2"
            onClick={() => decideCurrentAnswer(view, true)}
          >
            {words.keepAll}
          </Button>
        </div>
      )}
    </>
  )
}

type ArrowProps = { label: string; title: string; onClick: () => void; children: ReactNode }

export function Arrow({ label, title, onClick, children }: ArrowProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={label}
      title={title}
      onClick={onClick}
      className="px-1.5"
    >
      {children}
    </Button>
  )
}

type AlternativesProps = { view: EditorView; change: ShownChange }

function Alternatives({ view, change }: AlternativesProps) {
  const { id, alternative } = change.answer
  if (!alternative) return null
  const { shown, of } = alternative
  const show = (step: number) => switchTo(view, id, (shown + step + of) % of)
  return (
    <>
      <span className="pl-3 text-md whitespace-nowrap tabular-nums">
        {words.alternative(shown + 1, of)}
      </span>
      <Arrow
        label={words.previousAlternative}
        title={words.previousAlternative}
        onClick={() => show(-1)}
      >
        <ChevronLeft />
      </Arrow>
      <Arrow label={words.nextAlternative} title={words.nextAlternative} onClick={() => show(1)}>
        <ChevronRight />
      </Arrow>
    </>
  )
}
