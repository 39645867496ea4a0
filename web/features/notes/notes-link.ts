import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useTableChanges } from '../../lib/backend/table-changes.ts'
import { Delayed } from '../../lib/delayed.ts'
import { logError } from '../../lib/log.ts'
import { pause } from '../../lib/timing.ts'
import { useSession } from '../document/session.tsx'
import { noteKeys, notesQuery, placeNotes } from './api/notes.ts'
import { NotesControl, type NotesEditor } from './notes-control.ts'
import { useNoteCommands, useNoteKeys } from './note-commands.ts'
import type { Notes } from './notes-context.ts'
import { type NotePatch, ScriptNotes, type ServerNotes } from './script-notes.ts'

const TABLES = ['script_notes'] as const

/** A reading adds many notes at once. */
const READ_AGAIN = { pause: 250, within: 1_000 }
/** How long a text that the notes refer to is waited for. */
const TEXT_WITHIN = 1_000

type ChangedNote = NotePatch & { id: string; work_id: string }

/** Follows the notes of a text on the server: what others settle, and what a reading finds. */
function useServerNotes(userId: string, workId: string | null, notes: ScriptNotes | null) {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...notesQuery(workId ?? ''),
    enabled: workId !== null && notes !== null,
    // Every change is announced.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const readAgain = useMemo(
    () =>
      new Delayed(READ_AGAIN, () => {
        if (workId !== null) void queryClient.invalidateQueries({ queryKey: noteKeys.of(workId) })
      }),
    [queryClient, workId],
  )
  useEffect(() => () => readAgain.cancel(), [readAgain])
  useEffect(() => {
    if (!notes || !data) return undefined
    const left = new AbortController()
    async function place(from: ScriptNotes, read: ServerNotes): Promise<void> {
      while (!left.signal.aborted && !(await from.setServer(read))) {
        readAgain.ask()
        await pause(TEXT_WITHIN, left.signal)
      }
    }
    place(notes, data).catch((failure: unknown) =>
      logError('The notes could not be placed:', failure),
    )
    return () => left.abort()
  }, [notes, data, readAgain])
  useTableChanges(TABLES, `user_id=eq.${userId}`, (change) => {
    if (!change) readAgain.ask()
    else if (change.eventType === 'DELETE') notes?.setRow(String(change.old['id']), null)
    else {
      const { id, work_id: work, state, body } = change.new as ChangedNote
      if (work !== workId) return
      if (change.eventType === 'INSERT') readAgain.ask()
      else notes?.setRow(id, { ...(state && { state }), ...(body !== undefined && { body }) })
    }
  })
  return { error, refetch }
}

type NotesLinkProps = {
  editor: NotesEditor
  /** Whether nothing else covers the editor. */
  isShown: boolean
  onNotes: (notes: Notes) => void
}

/** Follows the notes on the open text. Loaded after the editor, which does not need them to write. */
export function NotesLink({ editor, isShown, onNotes }: NotesLinkProps): null {
  const { userId, text, scope } = useSession()
  const { workId, working, storedBase, refresh } = text
  const notes = useMemo(() => {
    if (!working || workId === null) return null
    return new ScriptNotes(working, (revision, places) => placeNotes(workId, revision, places))
  }, [working, workId])
  useEffect(() => notes?.start(), [notes])
  const { error, refetch } = useServerNotes(userId, workId, notes)
  const control = useMemo(() => {
    if (!notes || !working || workId === null) return null
    const stored = { storedBase, refresh }
    return new NotesControl(notes, {
      workId,
      working,
      text: stored,
      scope,
    })
  }, [notes, working, workId, storedBase, refresh, scope])
  useLayoutEffect(() => control?.setEditor(editor), [control, editor])
  useEffect(() => control?.start(), [control])
  useNoteKeys(control, isShown)
  const commands = useNoteCommands(control)
  useEffect(
    () => onNotes({ control, error, refetch, commands }),
    [onNotes, control, error, refetch, commands],
  )
  return null
}
