import { type RefObject, useEffect, useState } from 'react'

/** Which item of a long list had the focus last, counted from 0. */
export function useFocusedPosition(list: RefObject<HTMLElement | null>): number {
  const [position, setPosition] = useState(0)
  useEffect(() => {
    const element = list.current
    function remember({ target }: FocusEvent): void {
      const place = target instanceof Element && target.closest('li')?.ariaPosInSet
      if (place) setPosition(Number(place) - 1)
    }
    element?.addEventListener('focusin', remember)
    return () => element?.removeEventListener('focusin', remember)
  }, [list])
  return position
}
