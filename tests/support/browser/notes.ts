import type { Page } from '@playwright/test'
import { type BrowserPerson, sql } from './people.ts'

type NewNote = {
  quote: string
  body: string
  /** Null for the writer's own. */
  reader?: string | null
  author?: 'model' | 'writer' | 'reader'
}

/** Adds notes to the script that this person works on, each on the first place with its quote. */
export async function addNotes(
  { id }: BrowserPerson,
  text: string,
  notes: readonly NewNote[],
): Promise<void> {
  const rows = notes.map(({ quote, body, reader = 'Story editor', author }) => {
    const start = text.indexOf(quote)
    if (start < 0) throw new Error(`The script has no ${quote}`)
    const by = author ?? (reader === null ? 'writer' : 'model')
    return { author: by, reader, quote, body, start, end: start + quote.length }
  })
  await sql(
    `insert into public.script_notes (user_id, work_id, author, reader, start, "end", quote, body)
     select drafts.user_id, drafts.work_id, note.author, note.reader, note.start, note."end", note.quote, note.body
     from public.script_drafts as drafts,
       jsonb_to_recordset($2::jsonb)
         as note (author text, reader text, start integer, "end" integer, quote text, body text)
     where drafts.user_id = $1`,
    [id, JSON.stringify(rows)],
  )
}

/** The notes of this person as the server has them, at their stored places. */
export const storedNotes = ({ id }: BrowserPerson) =>
  sql<{
    quote: string
    held: string | null
    body: string
    state: string
    start: number
    end: number
  }>(
    'select quote, held, body, state, start, "end" from public.script_notes where user_id = $1 order by start, created_at',
    [id],
  )

export const notesPanel = (page: Page) => page.locator('[data-side-panel]')

/** The card of the note that says this. */
export const noteCard = (page: Page, body: string) =>
  notesPanel(page).locator('article', { hasText: body })

/** The words that are marked on the page. */
export const markedWords = (page: Page) =>
  page.locator('.script-page mark.note-text').evaluateAll((marks) => {
    const byNote = Map.groupBy(marks, (mark) => mark.getAttribute('data-note'))
    return [...byNote.values()].map((parts) => parts.map((part) => part.textContent).join(''))
  })
