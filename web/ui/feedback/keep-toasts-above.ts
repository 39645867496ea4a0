const COVERED = '--toasts-above'

/** A ref for what stays at the bottom of the screen. Toasts stay above it where no sidebar has room for them. */
export function keepToastsAbove(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const { style } = document.documentElement
  const measure = () => style.setProperty(COVERED, `${element.offsetHeight}px`)
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty(COVERED)
  }
}
