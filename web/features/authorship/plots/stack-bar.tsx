import type { WordShares } from '../../../../contract/authorship.ts'
import { classNames } from '../../../lib/class-names.ts'
import { shownOrigins } from '../shares.ts'

type StackBarProps = { shares: WordShares; title: string; className?: string }

/** The words by origin, as wide as their share. The text beside it says the same. */
export function StackBar({ shares, title, className }: StackBarProps) {
  return (
    <div
      aria-hidden="true"
      title={title}
      className={classNames('flex gap-0.5 overflow-hidden rounded-[4px]', className)}
    >
      {shownOrigins.map(
        (origin) =>
          (shares[origin] ?? 0) > 0 && (
            <span
              key={origin}
              className={`plot-${origin} min-w-0.75`}
              style={{ flexGrow: shares[origin] }}
            />
          ),
      )}
    </div>
  )
}
