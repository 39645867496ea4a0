import { useEffect, useState } from 'react'
import { SpinnerIcon } from './spinner.tsx'

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
