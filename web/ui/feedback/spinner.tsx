import { LoaderCircle } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { useEffect, useState } from 'react'

/** Only the icon, for places with visible text. */
export function SpinnerIcon({ className }: { className?: string }) {
  return (
    <LoaderCircle
      data-spinner=""
      className={classNames(
        'size-[17px] shrink-0 animate-spin motion-reduce:[animation-duration:4s]',
        className,
      )}
    />
  )
}

/** Placeholder for a whole page. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <output className="flex min-h-dvh flex-col items-center justify-center gap-3 text-md text-ink-2">
      <SpinnerIcon className="size-6 text-accent" />
      {label}
    </output>
  )
}

/** Shorter loads show no spinner, to avoid a flash. */
const DELAY = 150

/** In place of a part that is loading. */
export function PartSpinner({ label }: { label: string }) {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), DELAY)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className="m-auto flex flex-col items-center gap-3 p-6 text-md text-ink-2">
      {isDue && (
        <>
          <SpinnerIcon className="size-6 text-accent" />
          {label}
        </>
      )}
    </output>
  )
}
