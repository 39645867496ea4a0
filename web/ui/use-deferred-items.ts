import { startTransition, useEffect, useState } from 'react'

/** Pause between two steps, so that the page stays responsive. */
const PAUSE = 16

/**
 * Renders a long list in steps: the first items at once, the rest in low-priority batches. Returns how
 * many items are still missing.
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
