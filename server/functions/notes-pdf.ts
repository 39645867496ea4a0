import type { Context } from 'hono'
import { fileNameOf } from '../../contract/file-name.ts'
import { NOTES_PDF, UNTITLED } from '../../contract/limits.ts'
import { notesPdfRequest } from '../../contract/reading.ts'
import { refusal } from '../common/failures.ts'
import type { TextStep } from '../../screenplay/changes.ts'
import { asReader } from '../database/request-transaction.ts'
import { contentDisposition } from '../documents/content-disposition.ts'
import type { StoredNote } from '../documents/notes-pdf.ts'
import { type Functions, parse, REQUIRE_APPROVED } from './call.ts'
import { withRefusals } from './failures.ts'

type Note = StoredNote & { reader: string | null }
type Row = {
  text: string | null
  notes: Note[] | null
  steps: TextStep[] | null
  total: number
  title: string | null
  names: Record<string, string> | null
}

/** In one statement, so that notes and text belong together. */
const NOTES = `
  with said as materialized (select * from public.notes_of($1)),
  noted as (
    select note.*
    from said, jsonb_to_recordset(said.notes) as note (
      id uuid, revision integer, start integer, "end" integer, quote text, held text, body text, state text,
      reader text, created_at timestamptz
    )
    where state <> 'dismissed'
  )
  select
    (select text from public.draft_text($1)) as text,
    (
      select jsonb_agg(to_jsonb(listed) - 'characters') from (
        select revision, start, "end", quote, held, body, state, reader,
          sum(char_length(quote) + char_length(body)) over places as characters
        from noted
        window places as (order by (start = "end"), start, created_at, id)
        order by (start = "end"), start, created_at, id
        limit ${NOTES_PDF.notes}
      ) as listed where characters <= ${NOTES_PDF.characters}
    ) as notes,
    (select steps from said) as steps,
    (select count(*)::integer from noted) as total,
    (select title from public.scripts where work_id = $1) as title,
    (
      select jsonb_object_agg(reader, name) from (
        select distinct on (reader) reader, name from public.readings where work_id = $1 order by reader, created_at desc
      ) as newest
    ) as names`

/** The notes on a text as PDF, by scene, without those that were dismissed. */
export async function notesAsPdf(c: Context, functions: Functions): Promise<Response> {
  const { guard, pool, documents } = functions
  const identity = await guard.admit(c)
  const { workId } = parse(notesPdfRequest, c.req.query())
  const [, outcome] = await withRefusals(
    asReader(pool, identity, REQUIRE_APPROVED, { text: NOTES, values: [workId] }),
  )
  const row = outcome?.rows[0] as Row | undefined
  if (!row || row.text === null) throw refusal(404, 'draft_not_found')
  const names = new Map(Object.entries(row.names ?? {}))
  const notes = (row.notes ?? []).map((note) => {
    const { revision, start, end, quote, held, body, state, reader } = note
    const by = reader === null ? 'Your own note' : (names.get(reader) ?? reader)
    return { revision, start, end, quote, held: held ?? null, body, state, by }
  })
  const title = row.title ?? UNTITLED
  const bytes = await withRefusals(
    documents.notes(String(identity.claims['sub']), {
      notes,
      steps: row.steps ?? [],
      total: row.total,
      text: row.text,
      title,
    }),
  )
  return c.body(bytes, 200, {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/pdf',
    'Content-Disposition': contentDisposition(`${fileNameOf(title)} - Notes.pdf`),
  })
}
