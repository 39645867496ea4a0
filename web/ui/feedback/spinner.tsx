import { LoaderCircle } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'

/** Only the icon, for places with visible text. */
export function SpinnerIcon({ className }: { className?: string }) {
  return (
    <LoaderCircle
      aria-hidden="true"
      data-spinner=""
      className={classNames(
        'size-[17px] shrink-0 animate-spin motion-reduce:[animation-duration:4s]',
        className,
      )}
    />
  )
}

export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <output className={classNames('inline-flex text-ink-2', className)}>
      <SpinnerIcon />
      <span className="sr-only">{label}</span>
    </output>
  )
}
