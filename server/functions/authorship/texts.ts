import type { Pool } from 'pg'
import { asReader, type Identity } from '../../database/request-transaction.ts'
import type { Statement } from '../../database/statement-batch.ts'
import { REQUIRE_APPROVED } from '../call.ts'

/** The most pieces to read at once: none is much longer than 4 KB. */
const BATCH = 100

const LISTS = { text: 'select number, pieces from private.next_versions($1, $2)' }
const PIECES = { text: 'select id, text from private.own_pieces($1)' }
const ANSWERS = {
  text: 'select id, partial_text as text from public.generation_jobs where id = any ($1)',
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

export async function readAnswers(
  pool: Pool,
  identity: Identity,
  ids: readonly string[],
): Promise<Text[]> {
  if (ids.length === 0) return []
  return (await rowsOf(pool, identity, { ...ANSWERS, values: [arrayOf(ids)] })) as Text[]
}
