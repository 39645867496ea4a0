import { useSyncExternalStore } from 'react'

/** Only the last element counts, as it is in front of the others. */
const bottoms: HTMLElement[] = []
const listeners = new Set<() => void>()
let height = 0

function measure(): void {
  height = bottoms.at(-1)?.offsetHeight ?? 0
  for (const listener of listeners) listener()
}

/** A ref for an element at the bottom of the screen. Toasts stay above it if no sidebar has room for them. */
export function keepToastsAbove(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  bottoms.push(element)
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  return () => {
    observer.disconnect()
    bottoms.splice(bottoms.indexOf(element), 1)
    measure()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The height in pixels that toasts leave free. */
export const useHeightBelowToasts = (): number => useSyncExternalStore(subscribe, () => height)
