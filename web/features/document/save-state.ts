import { useSyncExternalStore } from 'react'
import { messages } from '../../messages.ts'
import { useSession } from './session.tsx'

/**
 * Who has what was written: the script, as it was saved, or the working text, or only this browser. 'unstored': neither, of
 * which an alert tells.
 */
export type SaveState = 'saved' | 'saving' | 'changed' | 'offline' | 'unstored'

const never = () => () => undefined

/** Null as long as there is nothing to be saved. */
export function useSaveState(): SaveState | null {
  const { text, isUnsaved, script, state } = useSession()
  const { working } = text
  const storage = useSyncExternalStore(
    working?.subscribe ?? never,
    () => working?.snapshot().storage ?? null,
  )
  if (storage === 'unstored' || storage === 'offline') return storage
  if (state.isSaving || storage === 'pending') return 'saving'
  // The text as it is shown here comes a moment after the last key.
  if (isUnsaved || (working && working.doc !== text.doc)) return 'changed'
  return script && working ? 'saved' : null
}

/** The one line that says it, in the same words everywhere. */
export const saveLine = (state: SaveState): string =>
  state === 'unstored' ? '' : messages.editor.saveStates[state]
