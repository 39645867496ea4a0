import { Star } from 'lucide-react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { historyMessages } from '../../../messages/history.ts'

const words = historyMessages

/** A dot for text of the writer, a diamond for an answer, a ring for what came from elsewhere: not by colour alone. */
const dots = {
  own: 'rounded-full bg-ink-2',
  answer: 'rotate-45 rounded-[1px] bg-accent',
  other: 'rounded-full border-2 border-ink-2',
}

export type RowFacts = {
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
  isTabStop: boolean
  onChoose: () => void
  onFocus: () => void
  onBlur: (event: FocusEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
}

export function VersionRow(props: VersionRowProps) {
  const { title, note, dot, isNamed, isNow, isShown, isTabStop } = props
  return (
    <button
      type="button"
      data-version=""
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isShown || undefined}
      onClick={props.onChoose}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
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
            <Star aria-hidden="true" className="size-3.5 shrink-0 fill-current" />
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
