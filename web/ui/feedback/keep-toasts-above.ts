const COVERED = '--toasts-above'

/** The last one counts: it is in front of the others. */
const bottoms: HTMLElement[] = []

function measure(): void {
  const { style } = document.documentElement
  const front = bottoms.at(-1)
  if (front) style.setProperty(COVERED, `${front.offsetHeight}px`)
  else style.removeProperty(COVERED)
}

/** A ref for what stays at the bottom of the screen. Toasts stay above it where no sidebar has room for them. */
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
