import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { authorshipRequest } from '../../../contract/authorship.ts'
import { fileNameOf } from '../../../contract/file-name.ts'
import { UNTITLED } from '../../../contract/limits.ts'
import { contentDisposition } from '../../documents/content-disposition.ts'
import { type Functions, parse } from '../call.ts'
import { withRefusals } from '../failures.ts'
import { computeAuthorship } from './compute.ts'
import { type Head, readHead } from './head.ts'
import type { Pool } from 'pg'
import type { Identity } from '../../database/request-transaction.ts'
import { nextLists, readAnswers, readPieces } from './texts.ts'

/** How many answers are read at once. */
const MAX_ANSWERS = 20

/** Writes each piece once, and remembers its number. */
class PieceList {
  readonly #numbers = new Map<string, number>()
  count = 0

  has(id: string): boolean {
    return this.#numbers.has(id)
  }

  /** Returns the piece as an element of a JSON array. */
  add(id: string, text: string): string {
    this.#numbers.set(id, this.count)
    this.count += 1
    return `${this.count > 1 ? ',' : ''}${JSON.stringify(text)}`
  }

  numberOf(id: string): number {
    const number = this.#numbers.get(id)
    if (number === undefined) throw new Error(`piece ${id} is missing`)
    return number
  }
}

/** A record with its texts, written as they are read: a history may be larger than memory. */
async function* recordWithTexts(
  pool: Pool,
  identity: Identity,
  { head, text }: Head,
  record: Uint8Array,
): AsyncGenerator<string> {
  yield new TextDecoder().decode(record).slice(0, -1)
  yield ',"texts":{"pieces":['
  const pieces = new PieceList()
  const byHash = new Map<string, number[]>()
  const hashes = new Map(head.versions.map(({ number, text_hash }) => [number, text_hash]))
  for (let after = 0; after < head.versions.length; ) {
    const lists = await nextLists(pool, identity, head.workId, after)
    const ids = new Set(lists.flatMap((list) => list.pieces).filter((id) => !pieces.has(id)))
    for (const piece of await readPieces(pool, identity, [...ids])) {
      yield pieces.add(piece.id, piece.text)
    }
    for (const list of lists) {
      byHash.set(
        hashes.get(list.number) ?? '',
        list.pieces.map((id) => pieces.numberOf(id)),
      )
    }
    if (lists.length === 0) throw new Error('the history was deleted meanwhile')
    after += lists.length
  }
  // Versions that were made after the head was read are not part of the record.
  byHash.delete('')
  for (let at = 0; at < head.answers.length; at += MAX_ANSWERS) {
    const answers = head.answers.slice(at, at + MAX_ANSWERS)
    const written = await readAnswers(pool, identity, answers)
    for (const [index, { text_hash: hash }] of answers.entries()) {
      if (byHash.has(hash)) continue
      yield pieces.add(hash, written[index] ?? '')
      byHash.set(hash, [pieces.numberOf(hash)])
    }
  }
  if (!byHash.has(head.text_hash)) {
    yield pieces.add('working text', text)
    byHash.set(head.text_hash, [pieces.numberOf('working text')])
  }
  yield `],"byHash":${JSON.stringify(Object.fromEntries(byHash))}}}`
}

const NO_STORE = { 'Cache-Control': 'no-store' }
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Who wrote which words of a text: as a record, or as a statement in plain words. */
export async function authorship(c: Context, functions: Functions): Promise<Response> {
  const { guard, pool } = functions
  const identity = await guard.admit(c)
  const { scriptId, workId, format, texts } = parse(authorshipRequest, c.req.query())
  const given = await withRefusals(readHead(pool, identity, scriptId ?? null, workId ?? null))
  const bytes = await withRefusals(computeAuthorship(functions, identity, given, format ?? 'json'))
  if (format === 'pdf') {
    const name = `${fileNameOf(given.head.script?.title ?? UNTITLED)} - Authorship.pdf`
    return c.body(bytes, 200, {
      ...NO_STORE,
      'Content-Type': 'application/pdf',
      'Content-Disposition': contentDisposition(name),
    })
  }
  if (texts !== 'true') return c.body(bytes, 200, { ...NO_STORE, ...JSON_TYPE })
  const parts = recordWithTexts(pool, identity, given, bytes)
  const stream = Readable.toWeb(Readable.from(parts, { objectMode: false }))
  return c.body(stream as ReadableStream, 200, { ...NO_STORE, ...JSON_TYPE })
}
