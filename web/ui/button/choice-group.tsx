import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'

type ChoiceGroupProps<Choice extends string> = {
  label: string
  /** Each choice and its name, in order. An icon stands for the name where there is little room. */
  choices: readonly (readonly [Choice, string, ReactNode?])[]
  chosen: Choice
  onChoose: (choice: Choice) => void
  className?: string
}

/** A few choices side by side, one of which is pressed. */
export function ChoiceGroup<Choice extends string>(props: ChoiceGroupProps<Choice>) {
  const { label, choices, chosen, onChoose, className } = props
  return (
    <fieldset
      aria-label={label}
      className={classNames(
        'grid shrink-0 auto-cols-fr grid-flow-col gap-0.5 rounded-sm border border-line bg-sunk p-0.5',
        className,
      )}
    >
      {choices.map(([choice, name, icon]) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === chosen}
          title={icon ? name : undefined}
          onClick={() => onChoose(choice)}
          className={classNames(
            'flex h-7.5 items-center justify-center gap-1.5 rounded-sm px-2.5 [&_svg]:size-4 text-sm text-ink-2 hover:text-ink sm:px-3 touch:h-9',
            'aria-pressed:bg-sheet aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--line)]',
          )}
        >
          {icon && <span className="contents sm:hidden">{icon}</span>}
          <span className={icon ? 'max-sm:sr-only' : undefined}>{name}</span>
        </button>
      ))}
    </fieldset>
  )
}
