import { queryOptions } from '@tanstack/react-query'
import type { Database } from '../../../../contract/tables.ts'
import type { TextStep } from '../../../../screenplay/changes.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, expectSuccess, RequestError } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { callFunction } from '../../../lib/backend/functions.ts'
import { isId } from '../../../lib/ids.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { notesPanelMessages } from '../../../messages/notes.ts'
import { fileNameOf } from '../../../../contract/file-name.ts'
import type { Note, NotePatch, NotePlace, ServerNotes } from '../script-notes.ts'

type Row = Database['public']['Tables']['script_notes']['Row']
/** A note of `notes_of`. */
type PlacedRow = Omit<Row, 'user_id' | 'work_id' | 'revision'> & { revision: number | null }

type Names = ReadonlyMap<string, string>

const { readers } = notesPanelMessages
const isEverybodys = (reader: string): reader is keyof typeof readers =>
  Object.hasOwn(readers, reader)

/** What a reader is called: one that everybody has, one that a writer has described, or a person. */
function readerName(reader: string, names: Names): string {
  return isEverybodys(reader) ? readers[reader] : (names.get(reader) ?? reader)
}

/** The names of readers that writers have described, as they were when they read. */
async function namesOf(workId: string, rows: readonly PlacedRow[], signal: AbortSignal) {
  const ids = new Set(rows.flatMap(({ reader }) => (reader && isId(reader) ? [reader] : [])))
  if (ids.size === 0) return new Map<string, string>()
  const named = await dataOf(
    supabase()
      .from('readings')
      .select('reader, name')
      .eq('work_id', workId)
      .in('reader', [...ids])
      .abortSignal(signal),
  )
  return new Map(named.map(({ reader, name }) => [reader, name]))
}

const noteOf = (row: PlacedRow, names: Names): Note => ({
  id: row.id,
  jobId: row.job_id,
  author: row.author,
  reader: row.reader === null ? null : readerName(row.reader, names),
  revision: row.revision,
  start: row.start,
  end: row.end,
  quote: row.quote,
  held: row.held,
  body: row.body,
  state: row.state,
  createdAt: row.created_at,
})

export const noteKeys = {
  of: (workId: string) => ['notes', 'of', workId] as const,
  readings: (workId: string) => ['notes', 'readings', workId] as const,
  readers: (userId: string) => ['notes', 'readers', userId] as const,
}

const NOTHING: ServerNotes = { revision: 0, textHash: '', notes: [], steps: [] }

/** The notes of a text at their stored places, and what has changed since. */
export const notesQuery = (workId: string) =>
  queryOptions({
    queryKey: noteKeys.of(workId),
    queryFn: async ({ signal }): Promise<ServerNotes> => {
      const [row] = await dataOf(
        supabase().rpc('notes_of', { work_id: workId }).abortSignal(signal),
      )
      if (!row) return NOTHING
      const placed = row.notes as unknown as PlacedRow[]
      const names = await namesOf(workId, placed, signal)
      const notes = placed.map((each) => noteOf(each, names))
      const steps = row.steps as unknown as TextStep[]
      return { revision: row.revision, textHash: row.text_hash, notes, steps }
    },
    ...listRetry,
  })

/** The error code for a note that was deleted elsewhere. */
const GONE = 'note_not_found'

export async function updateNote(id: string, patch: NotePatch): Promise<void> {
  const rows = await dataOf(supabase().from('script_notes').update(patch).eq('id', id).select('id'))
  if (rows.length === 0) throw new RequestError('', GONE)
}

/** All of these notes get the same state. */
export const updateNotes = (ids: readonly string[], state: Note['state']): Promise<void> =>
  expectSuccess(supabase().from('script_notes').update({ state }).in('id', ids))

export const deleteNote = (id: string): Promise<void> =>
  expectSuccess(supabase().from('script_notes').delete().eq('id', id))

/** A request has no more than a megabyte, and a place at most 2,000 characters that stood there. */
const PLACES_AT_ONCE = 250

/** Stores where notes are in the text with this revision. */
export async function placeNotes(
  workId: string,
  revision: number,
  places: readonly NotePlace[],
): Promise<void> {
  for (let at = 0; at < places.length; at += PLACES_AT_ONCE) {
    const part = places.slice(at, at + PLACES_AT_ONCE)
    await expectSuccess(supabase().rpc('place_notes', { work_id: workId, revision, places: part }))
  }
}

export type NewNote = { start: number; end: number; body: string }

/** Adds a note of the writer's own to the text with this hash. */
export async function addNote(workId: string, textHash: string, note: NewNote): Promise<Note> {
  const row = await dataOf(
    supabase().rpc('add_note', { work_id: workId, text_hash: textHash, ...note }),
  )
  return noteOf(row, new Map())
}

/** The notes by scene, without those that were dismissed. */
export async function downloadNotes(workId: string, title: string): Promise<void> {
  const address = `notes-pdf?${new URLSearchParams({ workId })}`
  const content = await callFunction<Blob>(address, { method: 'GET' })
  const name = `${fileNameOf(notesPanelMessages.menu.file(title))}.pdf`
  saveFile(content, 'application/pdf', name)
}
