import { useEffect, useLayoutEffect } from 'react'

type Control<Around extends readonly unknown[]> = {
  setAround: (...around: Around) => void
  /** What it does until the returned function is called. */
  start?: () => () => void
}

/** Tells a control what it is in, after every render, and lets it work as long as it is shown. */
export function useControl<Around extends readonly unknown[]>(
  control: Control<Around>,
  ...around: Around
): void {
  useLayoutEffect(() => control.setAround(...around))
  useEffect(() => control.start?.(), [control])
}
