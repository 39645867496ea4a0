import { startTransition, useEffect, useState } from 'react'

/** Leaves the screen a moment for what the person does meanwhile. */
const PAUSE = 16

/**
 * For a long list: how many of its items are still to come. Those that are looked at are there at once, the
 * others follow a step at a time while nothing else is to be done.
 */
export function useDeferredItems(
  length: number,
  { first, step }: { first: number; step: number },
): number {
  const [missing, setMissing] = useState(() => Math.max(0, length - first))
  useEffect(() => {
    if (missing === 0) return undefined
    const timer = setTimeout(
      () => startTransition(() => setMissing((count) => Math.max(0, count - step))),
      PAUSE,
    )
    return () => clearTimeout(timer)
  }, [missing, step])
  return missing
}
