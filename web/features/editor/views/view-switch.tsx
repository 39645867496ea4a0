import { messages } from '../../../messages.ts'
import { classNames } from '../../../lib/class-names.ts'
import type { View } from '../state/view-choice.ts'

const { views } = messages.pageView

type ViewSwitchProps = {
  view: View
  /** Whether there is room for both, and so a third choice. */
  hasBoth: boolean
  onView: (view: View) => void
}

/** Chat, page, or both. */
export function ViewSwitch({ view, hasBoth, onView }: ViewSwitchProps) {
  const shown: View[] = hasBoth ? ['chat', 'both', 'page'] : ['chat', 'page']
  return (
    <fieldset
      aria-label={views.label}
      className="grid shrink-0 auto-cols-fr grid-flow-col gap-0.5 rounded-sm border border-line bg-sunk p-0.5"
    >
      {shown.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={view === one}
          onClick={() => onView(one)}
          className={classNames(
            'h-7.5 rounded-sm px-2.5 text-sm text-ink-2 hover:text-ink sm:px-3 touch:h-9',
            'aria-pressed:bg-sheet aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--line)]',
          )}
        >
          {views[one]}
        </button>
      ))}
    </fieldset>
  )
}
