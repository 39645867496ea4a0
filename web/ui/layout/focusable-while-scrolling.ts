/** A ref that makes a container focusable while it can scroll, so that the keyboard can scroll it. */
export function focusableWhileScrolling(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame) return undefined
  const observer = new ResizeObserver(() => {
    const isWider = frame.scrollWidth > frame.clientWidth
    if (isWider || frame.scrollHeight > frame.clientHeight) frame.tabIndex = 0
    else frame.removeAttribute('tabindex')
  })
  for (const element of [frame, ...frame.children]) observer.observe(element)
  return () => observer.disconnect()
}
