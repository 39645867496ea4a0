import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

type RovingOptions = {
  scroller: RefObject<HTMLElement | null>
  /** Of all rows, in order. */
  keys: readonly string[]
  /** The row that Tab reaches while none has the focus. */
  currentKey: string | null | undefined
}

/** One row of a virtual list is reached by Tab, and keys lead from row to row. */
export function useRovingRow({ scroller, keys, currentKey }: RovingOptions) {
  const [focused, setFocused] = useState<{ key: string | null }>({ key: null })
  const mustFocus = useRef(false)
  const wanted = focused.key ?? currentKey ?? null
  const tabStop = Math.max(0, keys.indexOf(wanted ?? ''))

  // Tries after each render until a row has the focus: a hidden list has no rows.
  useLayoutEffect(() => {
    if (!mustFocus.current) return
    const row = scroller.current?.querySelector<HTMLElement>('li [tabindex="0"]')
    if (!row) return
    mustFocus.current = false
    row.focus({ preventScroll: true })
  })

  return {
    wanted,
    tabStop,
    mustFocus,
    focusAt: (place: number): void => {
      const key = keys[Math.max(0, Math.min(keys.length - 1, place))]
      if (key === undefined) return
      mustFocus.current = true
      // Renders even if it is the same row.
      setFocused({ key })
    },
    rowProps: (place: number) => ({
      tabIndex: place === tabStop ? 0 : -1,
      onFocus: () => setFocused({ key: keys[place] ?? null }),
      onBlur({ relatedTarget }: FocusEvent) {
        if (!scroller.current?.contains(relatedTarget)) setFocused({ key: null })
      },
    }),
  }
}
