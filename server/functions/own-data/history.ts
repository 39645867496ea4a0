import type { Pool } from 'pg'
import { asReader, type Identity } from '../../database/request-transaction.ts'

/** The most pieces to read at once: none is much longer than 4 KB. */
const BATCH = 100

const VERSIONS = { text: 'select * from private.next_versions($1, $2)' }
const PIECES = { text: 'select * from private.own_pieces($1)' }

type Version = { number: number; version: Record<string, unknown>; pieces: string[] }

const line = (record: object) => `${JSON.stringify(record)}\n`

/**
 * All versions of a text as JSON lines. Each piece of text comes once, before the first version that uses it;
 * a version's text is its pieces joined. Streamed, since a history may be larger than memory.
 */
export async function* historyOf(
  pool: Pool,
  identity: Identity,
  workId: string,
): AsyncGenerator<string> {
  const numbers = new Map<string, number>()
  for (let after = 0; ; ) {
    const values = [workId, after]
    const [outcome] = await asReader(pool, identity, { ...VERSIONS, values })
    const versions = (outcome?.rows ?? []) as Version[]
    for (const { number, version, pieces } of versions) {
      const fresh = [...new Set(pieces)].filter((id) => !numbers.has(id))
      for (let at = 0; at < fresh.length; at += BATCH) {
        const ids = fresh.slice(at, at + BATCH)
        const [texts] = await asReader(pool, identity, { ...PIECES, values: [`{${ids.join()}}`] })
        for (const { id, text } of (texts?.rows ?? []) as { id: string; text: string }[]) {
          numbers.set(id, numbers.size + 1)
          yield line({ piece: numbers.get(id), text })
        }
      }
      yield line({ version: number, ...version, pieces: pieces.map((id) => numbers.get(id)) })
      after = number
    }
    if (versions.length === 0) return
  }
}
