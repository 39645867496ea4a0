import { type RefObject, useEffect, useState } from 'react'

/** Index of the item that last had the focus, in a list whose items have an `aria-posinset`. */
export function useFocusedIndex(list: RefObject<HTMLElement | null>): number {
  const [index, setIndex] = useState(0)
  useEffect(() => {
    const element = list.current
    function onFocusIn({ target }: FocusEvent): void {
      const position = target instanceof Element && target.closest('li')?.ariaPosInSet
      if (position) setIndex(Number(position) - 1)
    }
    element?.addEventListener('focusin', onFocusIn)
    return () => element?.removeEventListener('focusin', onFocusIn)
  }, [list])
  return index
}
