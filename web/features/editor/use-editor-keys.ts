import { useEffect } from 'react'

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

const isPlainF6 = (event: KeyboardEvent): boolean =>
  event.key === 'F6' && !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)

type EditorKeys = {
  onSave: () => void
  onEscape: (() => void) | undefined
  onSwitchFocus: (() => void) | undefined
  onShortcuts: () => void
}

/** A question mark is text where one can type. */
const asksForKeys = ({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean =>
  ctrlKey || metaKey
    ? key === '/'
    : key === '?' &&
      !(target instanceof Element && target.closest('input, textarea, [contenteditable="true"]'))

/**
 * From anywhere: Ctrl+S or Cmd+S saves, Escape stops or leaves something, F6 goes to the script page or the prompt, and
 * Ctrl+/ shows all keys, as does ? outside a text.
 */
export function useEditorKeys(keys: EditorKeys): void {
  const { onSave, onEscape, onSwitchFocus, onShortcuts } = keys
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's') {
        event.preventDefault()
        if (!event.repeat) onSave()
      } else if (event.key === 'Escape' && !event.defaultPrevented && onEscape) {
        // Escape closes an open overlay first.
        if (document.querySelector(overlays) === null) onEscape()
      } else if (onSwitchFocus && isPlainF6(event) && document.querySelector(overlays) === null) {
        event.preventDefault()
        onSwitchFocus()
      } else if (asksForKeys(event) && document.querySelector(overlays) === null) {
        event.preventDefault()
        onShortcuts()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onSave, onEscape, onSwitchFocus, onShortcuts])
}
