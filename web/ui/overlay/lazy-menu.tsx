import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { ButtonProps } from '../button/button.tsx'

type LazyMenuProps = {
  load: () => Promise<unknown>
  renderButton: (props: ButtonProps) => ReactNode
  /** The same button with its menu, which opens at once. */
  children: ReactNode
}

/** Loads a menu when the user is about to open it: most never are. */
export function LazyMenu({ load, renderButton, children }: LazyMenuProps) {
  const [isOpened, setIsOpened] = useState(false)
  /** A failure needs no message: opening the menu tries again. */
  const loadEarly = () => void load().catch(() => undefined)
  const shown = renderButton({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: loadEarly,
    onFocus: loadEarly,
    onClick: () => setIsOpened(true),
  })
  return isOpened ? <Suspense fallback={shown}>{children}</Suspense> : shown
}

/** For the button of a menu that was loaded when it was pressed. */
export function useOpensAtOnce(isWanted = true): RefObject<HTMLButtonElement | null> {
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Opened with a key press, so that the focus moves to the first item.
    const down = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })
    if (isWanted) trigger.current?.dispatchEvent(down)
  }, [isWanted])
  return trigger
}
