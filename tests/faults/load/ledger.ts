import type { Noted } from '../../../bench/load/writer.ts'

type Query = <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>
type Job = { id: string; key: string; status: string; finished_at: string | null; answers: number }

const quoted = (values: Iterable<string>) => [...values].map((value) => `'${value}'`).join()

/** What the server has confirmed to one writer. */
export class Ledger {
  readonly drafts = new Set<string>()
  readonly saves = new Set<string>()
  readonly messages = new Set<string>()
  readonly jobs = new Map<string, string>()
  /** Prompts whose answer was lost: the server may have accepted them. */
  readonly unanswered = new Map<string, Noted['asked']>()

  readonly note = <Kind extends keyof Noted>(kind: Kind, what: Noted[Kind]): void => {
    const noted = { kind, what } as { [K in keyof Noted]: { kind: K; what: Noted[K] } }[keyof Noted]
    if (noted.kind === 'draft') this.drafts.add(noted.what)
    else if (noted.kind === 'save') this.saves.add(noted.what)
    else if (noted.kind === 'message') this.messages.add(noted.what)
    else if (noted.kind === 'asked') this.unanswered.set(noted.what.key, noted.what)
    else {
      this.jobs.set(noted.what.key, noted.what.jobId)
      this.unanswered.delete(noted.what.key)
    }
  }

  get count(): number {
    return this.drafts.size + this.saves.size + this.messages.size + this.jobs.size
  }
}

/** Confirmed things of a writer that the database does not have. */
export async function lostOf(ledger: Ledger, work: string, query: Query): Promise<string[]> {
  const pieces = await query<{ text: string }>(
    `with listed as (
       select unnest(texts.pieces) as id from private.draft_texts as texts
         join public.script_drafts as drafts on drafts.id = texts.draft_id
         where drafts.work_id = '${work}'
       union
       select unnest(texts.pieces) from private.version_texts as texts
         join public.script_versions as versions on versions.id = texts.version_id
         where versions.work_id = '${work}'
     )
     select text from private.script_pieces join listed using (id)`,
  )
  const lines = new Set(
    pieces.flatMap(({ text }) => text.split('\n').map((line) => line.split(',')[0])),
  )
  const versions = await query<{ hash: string }>(
    `select text_hash as hash from public.script_versions where work_id = '${work}'`,
  )
  const hashes = new Set(versions.map(({ hash }) => hash))
  const messages = await query<{ id: string }>(
    `select id from public.chat_messages where id in (${quoted(ledger.messages) || 'null'})`,
  )
  const known = new Set(messages.map(({ id }) => id))
  const jobs = await query<{ id: string }>(
    `select id from public.generation_jobs where id in (${quoted(ledger.jobs.values()) || 'null'})`,
  )
  for (const { id } of jobs) known.add(id)
  return [
    ...[...ledger.drafts].filter((line) => !lines.has(line)),
    ...[...ledger.saves].filter((hash) => !hashes.has(hash)).map((hash) => `save ${hash}`),
    ...[...ledger.messages].filter((id) => !known.has(id)).map((id) => `message ${id}`),
    ...[...ledger.jobs.values()].filter((id) => !known.has(id)).map((id) => `generation ${id}`),
  ]
}

export const readJobs = (query: Query) =>
  query<Job>(
    `select id, idempotency_key as key, status, finished_at::text, (
       select count(*)::int from public.chat_messages as messages
       where messages.job_id = jobs.id and messages.type = 'ai' and messages.kind = 'text'
     ) as answers
     from public.generation_jobs as jobs`,
  )

/** Remembers how jobs ended, and reports those whose outcome changed later. */
export class Outcomes {
  readonly #known = new Map<string, string>()
  readonly changed: string[] = []

  note(jobs: readonly Job[]): void {
    for (const job of jobs.filter(({ finished_at }) => finished_at !== null)) {
      const end = JSON.stringify(job)
      if ((this.#known.get(job.id) ?? end) !== end) this.changed.push(end)
      this.#known.set(job.id, end)
    }
  }
}
