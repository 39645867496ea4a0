import type { ClientBase } from 'pg'
import type { Sample } from './sample.ts'
import { SampleConversation } from './sample-conversation.ts'
import { addJob, answeredAt } from './sample-jobs.ts'
import { hoursBefore } from './sample-times.ts'

/** How long before now the script was read, in hours. */
const READ = 1.8

/** Writes the library of one writer, within a transaction whose caller is the writer. */
export class SampleLibrary {
  readonly #client: ClientBase
  readonly #writer: string
  readonly #now: number
  readonly #sample: Sample
  #workId = ''
  #draftId = ''

  constructor(client: ClientBase, writer: string, now: number, sample: Sample) {
    this.#client = client
    this.#writer = writer
    this.#now = now
    this.#sample = sample
  }

  async write(): Promise<void> {
    const { versions, title, review } = this.#sample
    const conversation = new SampleConversation(this.#client, this.#writer, this.#now, this.#sample)
    await this.#begin()
    await conversation.begin(this.#workId)
    let last = { id: '', text: '' }
    for (const { text, label, hoursAgo } of versions) {
      let made = ''
      await conversation.addTurns(
        (turn) => (turn.history ? turn.history === label : turn.hoursAgo >= hoursAgo),
        last,
        text,
        async (job) => {
          made = await this.#putAnswer(text, job, hoursBefore(this.#now, hoursAgo), 'ended')
        },
      )
      made ||= await this.#replace(
        text,
        last.id === '' ? 'import' : 'typed',
        null,
        hoursBefore(this.#now, hoursAgo),
      )
      await this.#query('update public.script_versions set label = $2 where id = $1', [made, label])
      last = { id: made, text }
    }
    await this.#save(title)
    await conversation.follow(this.#workId)
    await this.#writeBible()
    await this.#writeNotes(last.text)
    const reviewed = last.text.replace(review.before, () => review.after)
    await conversation.addTurns(
      () => true,
      last,
      reviewed,
      async (job, at) => {
        await this.#putAnswer(reviewed, job, at, 'open')
        await this.#query(
          `update public.script_drafts set updated_at = $2, created_at = (
             select created_at from public.scripts where scripts.work_id = script_drafts.work_id
           ) where id = $1`,
          [this.#draftId, at],
        )
      },
    )
  }

  async #begin(): Promise<void> {
    const { rows } = await this.#query<{ id: string; work_id: string }>(
      'select id, work_id from private.open_work($1, private.new_id())',
      [this.#writer],
    )
    this.#workId = rows[0]?.work_id ?? ''
    this.#draftId = rows[0]?.id ?? ''
  }

  async #replace(text: string, origin: string, job: string | null, at: Date): Promise<string> {
    const { rows } = await this.#query<{ id: string }>(
      'select id from private.replace_text($1, $2, $3, $4, $5)',
      [this.#draftId, text, origin, job, at],
    )
    return rows[0]?.id ?? ''
  }

  /** As private.put_answer, at another time than now. */
  async #putAnswer(text: string, job: string, at: Date, state: 'ended' | 'open'): Promise<string> {
    const { rows } = await this.#query<{ version_id: string; text_hash: string }>(
      'select version_id, text_hash from public.script_drafts where id = $1',
      [this.#draftId],
    )
    if (state === 'open')
      await this.#query(
        'update private.draft_texts set review_pieces = pieces where draft_id = $1',
        [this.#draftId],
      )
    const made = await this.#replace(text, 'answer', job, at)
    await this.#query(
      `insert into public.answer_reviews (
         user_id, work_id, job_id, before_version, before_hash, answer_version, answer_hash,
         created_at, updated_at, ended_at
       ) select user_id, work_id, $2, $3, $4, id, text_hash, $5, $5, $6
         from public.script_versions where id = $1`,
      [made, job, rows[0]?.version_id, rows[0]?.text_hash, at, state === 'ended' ? at : null],
    )
    return made
  }

  async #save(title: string): Promise<void> {
    const { versions } = this.#sample
    await this.#query(
      `select public.save_script(
         title => $1, work_id => work_id, revision => revision
       ) from public.script_drafts where id = $2`,
      [title, this.#draftId],
    )
    const hours = [versions[0]?.hoursAgo ?? 0, versions.at(-1)?.hoursAgo ?? 0]
    const [began, saved] = hours.map((ago) => hoursBefore(this.#now, ago))
    await this.#query(
      'update public.scripts set created_at = $2, updated_at = $3 where work_id = $1',
      [this.#workId, began, saved],
    )
    await this.#query(
      'update public.saved_scripts set saved_at = $2 where script_id = (select id from public.scripts where work_id = $1)',
      [this.#workId, saved],
    )
  }

  async #writeBible(): Promise<void> {
    await this.#query('select public.import_bible($1, $2)', [
      this.#workId,
      JSON.stringify(this.#sample.bible),
    ])
  }

  /** Each reader's notes as a reading of the script as it was saved. */
  async #writeNotes(script: string): Promise<void> {
    const at = hoursBefore(this.#now, READ)
    for (const { reader, body: summary } of this.#sample.summaries) {
      const notes = this.#sample.notes
        .filter((note) => note.reader === reader)
        .map(({ quote, body }) => ({ quote, body, start: script.indexOf(quote) }))
      const job = await addJob(this.#client, this.#writer, { prompt: reader, result: summary, at })
      await this.#query(
        `insert into public.readings
           (id, user_id, work_id, reader, name, parts, parts_read, found, summary, created_at, finished_at)
         values ($1, $2, $3, $4, $5, 1, 1, $6, $7, $8, $9)`,
        [
          job,
          this.#writer,
          this.#workId,
          reader,
          reader.replaceAll('-', ' '),
          notes.length,
          summary,
          at,
          answeredAt(at),
        ],
      )
      await this.#query(
        `insert into public.script_notes
           (user_id, work_id, job_id, author, reader, start, "end", quote, body, created_at)
         select $1, $2, $3, 'model', $4, start, start + private.utf16_length(quote), quote, body, $5
         from jsonb_to_recordset($6) as listed (start integer, quote text, body text)`,
        [this.#writer, this.#workId, job, reader, answeredAt(at), JSON.stringify(notes)],
      )
    }
  }

  #query<Row extends object>(text: string, values: unknown[]) {
    return this.#client.query<Row>(text, values)
  }
}
