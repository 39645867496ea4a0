import { useEffect, useMemo } from 'react'
import { notesMessages } from '../../messages/notes.ts'
import { sidePanel } from '../document/side-panel.ts'
import { commandOf, noteKeys } from './note-keys.ts'
import type { NotesControl } from './notes-control.ts'

const { group, commands: words } = notesMessages

/** For the list of commands. */
export type NotesCommand = {
  id: string
  label: string
  group: string
  shortcut?: string
  run: () => void
  isAvailable: boolean | (() => boolean)
}

/** While something else is open, its keys come first. */
const overlays = '[role="dialog"]:not([data-side-panel]), [role="alertdialog"], [role="menu"]'

export function useNoteKeys(control: NotesControl | null, isShown: boolean): void {
  useEffect(() => {
    if (!control || !isShown) return undefined
    function onKeyDown(event: KeyboardEvent): void {
      const command = commandOf(event)
      if (!command || event.defaultPrevented || document.querySelector(overlays)) return
      event.preventDefault()
      control?.run(command)
    }
    // Before the page, where the keys would type on some systems.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [control, isShown])
}

export function useNoteCommands(control: NotesControl | null): readonly NotesCommand[] {
  return useMemo(() => {
    if (!control) return []
    const own = (id: keyof typeof words, run: () => void, more: Partial<NotesCommand> = {}) => ({
      id: `notes ${id}`,
      label: words[id],
      group,
      run,
      isAvailable: true,
      ...more,
    })
    const { notes, isHidden } = control
    const isOn = () => notes.snapshot().current !== null
    const hasNotes = () => notes.snapshot().notes.length > 0
    const isAvailable = {
      next: hasNotes,
      previous: hasNotes,
      done: isOn,
      dismiss: isOn,
      change: isOn,
      add: true,
    }
    return [
      own('show', () => sidePanel.open('notes')),
      ...noteKeys.map(({ id, key }) =>
        own(id, () => control.run(id), { shortcut: key, isAvailable: isAvailable[id] }),
      ),
      own('hide', control.toggleHidden, { isAvailable: () => !isHidden.get() }),
      own('unhide', control.toggleHidden, { isAvailable: () => isHidden.get() }),
    ]
  }, [control])
}
