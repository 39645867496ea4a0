import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the form's first invalid control whenever `problem` is a new object, as for each attempt. */
export function useFocusInvalid(problem: object | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // In an effect, so that the control is already marked as invalid when it is announced.
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  return form
}
