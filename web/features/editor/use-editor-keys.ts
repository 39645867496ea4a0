import { useEffect } from 'react'

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

const isPlainF6 = (event: KeyboardEvent): boolean =>
  event.key === 'F6' && !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)

type EditorKeys = {
  onSave: () => void
  onEscape: (() => void) | undefined
  onSwitchFocus: (() => void) | undefined
}

/** Ctrl+S or Cmd+S saves, Escape stops or leaves something, F6 goes to the script page or the prompt, from anywhere. */
export function useEditorKeys({ onSave, onEscape, onSwitchFocus }: EditorKeys): void {
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
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onSave, onEscape, onSwitchFocus])
}
