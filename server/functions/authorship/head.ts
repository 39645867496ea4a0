import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { ALGORITHM, inOrder, type RecordHead } from '../../../screenplay/authorship.ts'
import { asCaller, asReader, type Identity } from '../../database/request-transaction.ts'
import { rowInput } from '../../database/row-input.ts'
import { REQUIRE_APPROVED } from '../call.ts'
import { failures } from '../failures.ts'

/** What an earlier computation covered. */
type Known = {
  algorithm: number
  versions: number
  chain_hash: string
  answers: number
  answers_hash: string
}

export type Head = { head: RecordHead; text: string; known: Known | null }

export type EventOf = { version: RecordHead['versions'][number] } | { answer: Answer }
type Answer = RecordHead['answers'][number]

const HEAD = {
  name: 'authorship_head',
  text: 'select head, text, known from private.authorship_head($1, $2)',
}
const STATE = 'select state from private.authorship_state($1, $2, $3)'

/** Reads with the caller's own rights, so that somebody else's text is reported as missing. */
export async function readHead(
  pool: Pool,
  identity: Identity,
  scriptId: string | null,
  workId: string | null,
): Promise<Head> {
  const values = [scriptId, workId]
  const [, outcome] = await asReader(pool, identity, REQUIRE_APPROVED, { ...HEAD, values })
  const row = outcome?.rows[0] as Head | undefined
  if (!row) throw failures.unknownScript()
  return row
}

const hashOf = (answers: readonly Answer[]) =>
  hash('sha256', answers.map(({ job_id, text_hash }) => `${job_id} ${text_hash}`).join('\n'), 'hex')

/** How many of the events an earlier computation covered; 0 if there is none or it does not match them. */
function covered({ head, known }: Head, events: readonly EventOf[]): number {
  if (known?.algorithm !== ALGORITHM) return 0
  const first = events.slice(0, known.versions + known.answers)
  const answers = first.flatMap((event) => ('answer' in event ? [event.answer] : []))
  const isSame =
    answers.length === known.answers &&
    first.length === known.versions + known.answers &&
    head.versions[known.versions - 1]?.chain_hash === known.chain_hash &&
    hashOf(answers) === known.answers_hash
  return isSame ? first.length : 0
}

/** All events, how many of them are in the stored state of an earlier computation, and that state. */
export async function readKnown(
  pool: Pool,
  identity: Identity,
  given: Head,
): Promise<{ events: EventOf[]; done: number; stored: Uint8Array | null }> {
  const { head, known } = given
  const events: EventOf[] = [...inOrder(head.versions, head.answers)]
  const done = covered(given, events)
  if (!known || done === 0) return { events, done: 0, stored: null }
  const values = [head.workId, known.chain_hash, known.answers_hash]
  const [outcome] = await asReader(pool, identity, { text: STATE, values })
  const state = (outcome?.rows[0] as { state: Buffer } | undefined)?.state
  // Without a row, the state was replaced after the head was read.
  return state ? { events, done, stored: state } : { events, done: 0, stored: null }
}

/** Stores the state computed from these events. */
export async function keepKnown(
  pool: Pool,
  identity: Identity,
  workId: string,
  events: readonly EventOf[],
  state: Uint8Array,
): Promise<void> {
  const versions = events.flatMap((event) => ('version' in event ? [event.version] : []))
  const answers = events.flatMap((event) => ('answer' in event ? [event.answer] : []))
  const last = versions.at(-1)
  if (!last) return
  const bytes = `\\x${Buffer.from(state).toString('hex')}`
  const { sql, value } = rowInput('authorship_progress', {
    algorithm: ALGORITHM,
    versions: versions.length,
    chain_hash: last.chain_hash,
    answers: answers.length,
    answers_hash: hashOf(answers),
  })
  const text = `select private.keep_authorship_state(${sql}, $2, $3)`
  await asCaller(pool, identity, { text, values: [value, workId, bytes], answer: 'none' })
}
