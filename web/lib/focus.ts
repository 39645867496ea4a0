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
