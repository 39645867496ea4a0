import { CircleAlert, X } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../button/button.tsx'
import { clearFailure, useFailure } from './failures.ts'

type FailureBarProps = { place: string; closeLabel: string; className?: string }

/** The last failure reported for a place. It announces itself, unless its toast does. */
export function FailureBar({ place, closeLabel, className }: FailureBarProps) {
  const failure = useFailure(place)
  if (!failure) return null
  return (
    <section
      aria-label={failure.title}
      className={classNames(
        'flex items-start gap-2 rounded-md border border-line bg-sunk pr-1 pl-3 text-sm',
        className,
      )}
    >
      <CircleAlert className="mt-2.5 size-4 shrink-0 text-bad touch:mt-3.5" />
      <p
        role={failure.isSpecified ? undefined : 'alert'}
        className="min-w-0 flex-1 py-2 wrap-anywhere touch:py-3"
      >
        <strong className="font-semibold">{failure.title}</strong> <span>{failure.message}</span>
      </p>
      <Button
        variant="ghost"
        size="icon"
        aria-label={closeLabel}
        onClick={() => clearFailure(place)}
      >
        <X />
      </Button>
    </section>
  )
}
