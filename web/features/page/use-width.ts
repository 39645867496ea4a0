import { useCallback, useSyncExternalStore } from 'react'

/** Widths as last observed: reading clientWidth again would force a layout in the middle of a render. */
const widths = new WeakMap<HTMLElement, number>()

function widthOf(element: HTMLElement): number {
  const width = widths.get(element) ?? element.clientWidth
  widths.set(element, width)
  return width
}

/** The inner width of an element in pixels, which follows its changes; undefined without an element. */
export function useWidth(element: HTMLElement | null): number | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!element) return () => undefined
      const observer = new ResizeObserver(() => {
        // Without a layout, as in a part that waits for something, there is no width to follow.
        if (element.clientWidth > 0) widths.set(element, element.clientWidth)
        listener()
      })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [element],
  )
  return useSyncExternalStore(subscribe, () => (element ? widthOf(element) : undefined))
}
