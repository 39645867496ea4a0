import { Store, useStore } from '../../lib/store.ts'

/** Only the last element counts, as it is in front of the others. */
const bottoms: HTMLElement[] = []
const height = new Store(0)
const measure = (): void => height.set(bottoms.at(-1)?.offsetHeight ?? 0)

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

/** The height in pixels that toasts leave free. */
export const useHeightBelowToasts = (): number => useStore(height)
