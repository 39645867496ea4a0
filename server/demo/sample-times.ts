import type { ClientBase } from 'pg'

const HOUR = 3_600_000

export const hoursBefore = (now: number, hours: number): Date => new Date(now - hours * HOUR)

/** Triggers that set the time of today. */
const CLOCKS = [
  ['public.scripts', 'keep_times'],
  ['public.script_drafts', 'keep_text_times'],
  ['public.saved_scripts', 'keep_saved_at'],
  ['public.chat_conversations', 'keep_times'],
  ['public.generation_jobs', 'keep_times'],
  ['public.answer_reviews', 'keep_times'],
] as const

/** Within the transaction, rows keep the times that they are written with. */
export async function withPastTimes(client: ClientBase, work: () => Promise<void>): Promise<void> {
  const all = (verb: 'disable' | 'enable') =>
    client.query(
      CLOCKS.map(([table, name]) => `alter table ${table} ${verb} trigger ${name};`).join(''),
    )
  await all('disable')
  await work()
  await all('enable')
}
