/** For a frame that may scroll: the keyboard reaches it while it does, and skips it while it does not. */
export function focusableWhileScrolling(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame) return undefined
  const observer = new ResizeObserver(() => {
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0
    else frame.removeAttribute('tabindex')
  })
  for (const element of [frame, ...frame.children]) observer.observe(element)
  return () => observer.disconnect()
}
