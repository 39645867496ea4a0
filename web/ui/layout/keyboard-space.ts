import { useEffect } from 'react'

/** In px. With more than this, there is room beside the text for everything. */
const SHORT = 540
/** After a tap beside the text, so that nothing moves under the finger before the tap counts. */
const AFTER_TAP = 300

const isTextField = (element: Element | null): boolean =>
  element?.matches('textarea, [contenteditable="true"]') === true

/** Pixels of the page that the on-screen keyboard covers; 0 where the browser makes room by itself. */
function coveredHeight(): number {
  const { visualViewport, innerHeight } = window
  if (!visualViewport || visualViewport.scale !== 1) return 0
  return Math.max(0, Math.round(innerHeight - visualViewport.height - visualViewport.offsetTop))
}

function update(): void {
  const root = document.documentElement
  const covered = `${coveredHeight()}px`
  if (root.style.getPropertyValue('--keyboard') !== covered)
    root.style.setProperty('--keyboard', covered)
  const isShort = (window.visualViewport?.height ?? window.innerHeight) < SHORT
  const isTyping = isShort && isTextField(document.activeElement)
  root.toggleAttribute('data-keyboard', isTyping && matchMedia('(pointer: coarse)').matches)
}

/**
 * Gives the text the room that the on-screen keyboard leaves: the frame ends above the keyboard, and while somebody types in
 * little height, what has the variant `keyboard:` is smaller or hidden.
 */
export function useKeyboardSpace(): void {
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(update, AFTER_TAP)
    }
    for (const event of ['resize', 'scroll'] as const)
      window.visualViewport?.addEventListener(event, update, { signal })
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (target instanceof Element && isTextField(target)) update()
        else soon()
      },
      { signal },
    )
    document.addEventListener('focusout', soon, { signal })
    update()
    return () => {
      controller.abort()
      clearTimeout(timer)
      document.documentElement.removeAttribute('data-keyboard')
      document.documentElement.style.removeProperty('--keyboard')
    }
  }, [])
}
