import type { KeyboardEvent } from 'react'

/** For a textarea, where Enter begins a line: Ctrl+Enter, or Cmd+Enter, sends its form. */
export const submitByKeys = {
  'aria-keyshortcuts': 'Control+Enter Meta+Enter',
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  },
}
