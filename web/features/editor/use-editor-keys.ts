import { useEffect } from 'react'

const above = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Ctrl or Cmd and S save, Escape stops, from anywhere on the page. */
export function useEditorKeys(onSave: () => void, onStop: (() => void) | undefined): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's') {
        event.preventDefault()
        if (!event.repeat) onSave()
      } else if (event.key === 'Escape' && !event.defaultPrevented && onStop) {
        // What lies above the page closes first.
        if (document.querySelector(above) === null) onStop()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onSave, onStop])
}
