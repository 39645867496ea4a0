import type { Pool } from 'pg'
import type { RecordHead } from '../../../screenplay/authorship.ts'
import { asReader, type Identity } from '../../database/request-transaction.ts'
import type { Statement } from '../../database/statement-batch.ts'
import { REQUIRE_APPROVED } from '../call.ts'

/** The most pieces to read at once: none is much longer than 4 KB. */
const BATCH = 100

const LISTS = { text: 'select number, pieces from private.next_versions($1, $2)' }
const PIECES = { text: 'select id, text from private.own_pieces($1)' }
/** What a reading noted, as it is put into the text, by its hash, and what else a job wrote. */
const ANSWERS = {
  text: `select id, hash, text
    from (
      select readings.id, name || ': ' || body
      from public.readings join public.script_notes as noted on noted.job_id = readings.id
      where readings.id = any ($1)
    ) as notes (id, text),
      encode(sha256(convert_to(text, 'UTF8')), 'hex') as hash
    where hash = any ($2)
    union all
    select id, null, partial_text from public.generation_jobs where id = any ($1) and partial_text <> ''`,
}

type Text = { id: string; text: string }

/** RLS hides the rows of a user who was restricted meanwhile; without this check they would look deleted. */
async function rowsOf(pool: Pool, identity: Identity, statement: Statement): Promise<unknown[]> {
  const [, outcome] = await asReader(pool, identity, REQUIRE_APPROVED, statement)
  return outcome?.rows ?? []
}

/** The pieces of the next versions of a text, at most 20. */
export async function nextLists(pool: Pool, identity: Identity, workId: string, after: number) {
  const rows = await rowsOf(pool, identity, { ...LISTS, values: [workId, after] })
  return rows as { number: number; pieces: string[] }[]
}

const arrayOf = (ids: readonly string[]) => `{${ids.join()}}`

export async function readPieces(
  pool: Pool,
  identity: Identity,
  ids: readonly string[],
): Promise<Text[]> {
  const all: Text[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    const values = [arrayOf(ids.slice(at, at + BATCH))]
    all.push(...((await rowsOf(pool, identity, { ...PIECES, values })) as Text[]))
  }
  return all
}

type Answer = RecordHead['answers'][number]

/** The texts of answers, in their order. */
export async function readAnswers(
  pool: Pool,
  identity: Identity,
  answers: readonly Answer[],
): Promise<string[]> {
  if (answers.length === 0) return []
  const values = [
    arrayOf(answers.map(({ job_id }) => job_id)),
    arrayOf(answers.map(({ text_hash }) => text_hash)),
  ]
  const rows = await rowsOf(pool, identity, { ...ANSWERS, values })
  const found = new Map(
    (rows as (Text & { hash: string | null })[]).map(({ id, hash, text }) => [
      `${id} ${hash ?? ''}`,
      text,
    ]),
  )
  return answers.map(
    ({ job_id: id, text_hash: hash }) => found.get(`${id} ${hash}`) ?? found.get(`${id} `) ?? '',
  )
}
