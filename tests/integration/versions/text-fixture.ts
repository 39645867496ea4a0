import { hash, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Database } from '../../../contract/tables.ts'
import type { Client } from '../../support/client.ts'
import { only } from '../../support/rest/fixture.ts'

export type Version = Database['public']['Tables']['script_versions']['Row']
type Splice = { start: number; end: number; text: string }
export type Step = { origin: string; splices: Splice[]; version?: boolean }

export const sha256 = (text: string) => hash('sha256', text, 'hex')

export const typed = (start: number, end: number, text: string): Step[] => [
  { origin: 'typed', splices: [{ start, end, text }] },
]
export const pasted = (start: number, end: number, text: string): Step[] => [
  { origin: 'pasted', splices: [{ start, end, text }] },
]

/** One call of keep_draft, with the text that it should lead to. */
export const keep = (
  client: Client,
  work_id: string,
  revision: number,
  changes: Step[],
  after: string,
) => client.rpc('keep_draft', { work_id, revision, changes, text_hash: sha256(after) })

/** A new text, typed at once. */
export async function begin(
  client: Client,
  text: string,
  work: string = randomUUID(),
): Promise<string> {
  only(await keep(client, work, 0, typed(0, 0, text), text))
  return work
}

export const draftOf = async (client: Client, work_id: string) =>
  only(await client.rpc('draft_text', { work_id }))[0]

export const historyOf = async (client: Client, work_id: string) =>
  only(await client.rpc('script_history', { work_id }))

/** Number, origin and text of every version, oldest first. */
export async function versionsOf(client: Client, work_id: string) {
  const list = (await historyOf(client, work_id)).toReversed()
  const texts = await Promise.all(
    list.map(({ id }) => client.rpc('version_text', { version_id: id })),
  )
  return list.map(({ number, origin }, index) => [number, origin, texts[index]?.data])
}

/** Moves the times of a draft's pending text into the past. */
export const age = (pool: Pool, work: string, since: string, until: string) =>
  pool.query(
    `update public.script_drafts
     set pending_since = pending_since - $2::interval, pending_until = pending_until - $3::interval
     where work_id = $1`,
    [work, since, until],
  )

/** The chain hash by the documented recipe, from what the API returns. */
export const chainHash = (previous: string, version: Version) =>
  sha256(
    [
      previous,
      version.id,
      version.work_id,
      version.user_id,
      String(version.number),
      inMicroseconds(version.created_at),
      version.origin,
      version.job_id ?? '',
      version.text_hash,
    ].join('\n'),
  )

/** 2026-11-16T01:02:03.4+00:00 as 2026-11-16T01:02:03.400000Z. */
function inMicroseconds(time: string): string {
  const [, seconds, fraction = ''] = /^([^.+]+)(?:\.(\d+))?\+00:00$/.exec(time) ?? []
  if (seconds === undefined) throw new Error(`not a UTC time: ${time}`)
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}
