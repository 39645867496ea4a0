import { createContext, useContext } from 'react'
import type { NotesCommand } from './note-commands.ts'
import type { NotesControl } from './notes-control.ts'

/** The notes on the open text; without a control as long as they are loading. */
export type Notes = {
  control: NotesControl | null
  error: Error | null
  refetch: () => Promise<unknown>
  commands: readonly NotesCommand[]
}

export const NO_NOTES: Notes = {
  control: null,
  error: null,
  refetch: () => Promise.resolve(),
  commands: [],
}

const Context = createContext<Notes | null>(null)

export const NotesProvider = Context

export function useNotes(): Notes {
  const notes = useContext(Context)
  if (!notes) throw new Error('Nothing has notes here.')
  return notes
}
