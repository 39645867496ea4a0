import { startTransition, useEffect, useState } from 'react'

/** Calls back after the next paint, so that work that can wait does not delay it. */
export function afterPaint(callback: () => void): void {
  // Nothing is drawn in a hidden tab.
  if (document.visibilityState === 'hidden') setTimeout(callback)
  else requestAnimationFrame(() => setTimeout(callback))
}

/** Resolves after the time, or earlier when the signal aborts. Never rejects. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve()
      return
    }
    const wake = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, milliseconds)
    signal?.addEventListener('abort', wake)
  })
}

/** Runs the work in an idle moment, at the latest after `timeout` ms. Safari lacks requestIdleCallback. */
export function whenIdle(work: () => void, timeout: number): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => work(), { timeout })
  else work()
}

/** In ms. */
const IDLE_WITHIN = 500

/** False at first, true when there is nothing else to do: for what the first paint does not need. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => startTransition(() => setIsIdle(true)), IDLE_WITHIN), [])
  return isIdle
}

/** The value after it has not changed for the given time. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return debounced
}
