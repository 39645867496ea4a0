import { type RefObject, useEffect, useRef, type KeyboardEvent } from 'react'

/** A ref that focuses a control when it appears; not on phones, where a keyboard would cover the page. */
export function focusOnMount(control: HTMLElement | null): void {
  if (!window.matchMedia('(pointer: coarse)').matches) control?.focus()
}

/** Focuses the form's first invalid control whenever `problem` is a new object, as for each attempt. */
export function useFocusInvalid(problem: object | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // In an effect, so that the control is already marked as invalid when it is announced.
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  return form
}

/** For a textarea, where Enter begins a line: Ctrl+Enter, or Cmd+Enter, sends its form. */
export const submitByKeys = {
  'aria-keyshortcuts': 'Control+Enter Meta+Enter',
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  },
}
