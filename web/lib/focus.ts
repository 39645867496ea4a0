/** In frames: how long something may take to be rendered. */
const FRAMES = 20

/** Does something with an element as soon as it is rendered; returns how to give up. */
export function whenRendered(
  find: () => HTMLElement | null,
  act: (element: HTMLElement) => void,
): () => void {
  let frame = 0
  const look = (left: number): void => {
    const element = find()
    if (element) act(element)
    else if (left > 0) frame = requestAnimationFrame(() => look(left - 1))
  }
  look(FRAMES)
  return () => cancelAnimationFrame(frame)
}

/** Whether what had the focus is gone, or cannot be reached any more. */
export const isFocusLost = (): boolean =>
  document.activeElement === document.body ||
  (document.activeElement?.closest('[inert]') ?? null) !== null

/** What focuses an element better than its own `focus()`, such as an editor that has a cursor. */
const focusers = new WeakMap<Element, () => void>()

export const setFocuser = (element: Element, focus: () => void): void =>
  void focusers.set(element, focus)

type Target = EventTarget | null | undefined

/** Also a `ref`, for what takes the focus as soon as it is there. */
export function giveFocus(target: Target, options?: FocusOptions): void {
  const focus = target instanceof Element && focusers.get(target)
  if (focus) focus()
  else if (target instanceof HTMLElement) target.focus(options)
}

/** For what stays when something went that may have had the focus; it is not scrolled to. */
export function giveLostFocus(target: Target): void {
  if (isFocusLost()) giveFocus(target, { preventScroll: true })
}
