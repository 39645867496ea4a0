import { useEffect } from 'react'

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Ctrl+S or Cmd+S saves and Escape stops the generation, from anywhere on the page. */
export function useEditorKeys(onSave: () => void, onStop: (() => void) | undefined): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's') {
        event.preventDefault()
        if (!event.repeat) onSave()
      } else if (event.key === 'Escape' && !event.defaultPrevented && onStop) {
        // Escape closes an open overlay first.
        if (document.querySelector(overlays) === null) onStop()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onSave, onStop])
}
