import { Store, useStore } from '../../lib/store.ts'

const bottoms = new Set<HTMLElement>()
const height = new Store(0)

/** Up to the highest one: beside each other, the prompt may be higher than the counts below the page. */
const measure = (): void =>
  height.set(Math.max(0, ...[...bottoms].map(({ offsetHeight }) => offsetHeight)))

/** A ref for an element at the bottom of the screen. Toasts stay above it if no sidebar has room for them. */
export function keepToastsAbove(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  bottoms.add(element)
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  return () => {
    observer.disconnect()
    bottoms.delete(element)
    measure()
  }
}

/** The height in pixels that toasts leave free. */
export const useHeightBelowToasts = (): number => useStore(height)
