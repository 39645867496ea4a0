import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { authorshipRequest } from '../../../contract/authorship.ts'
import { fileNameOf } from '../../../contract/file-name.ts'
import { UNTITLED } from '../../../contract/limits.ts'
import { contentDisposition } from '../../documents/content-disposition.ts'
import { type Functions, parse } from '../call.ts'
import { withRefusals } from '../failures.ts'
import { computeAuthorship } from './compute.ts'
import { readHead } from './head.ts'
import { recordWithTexts } from './record-with-texts.ts'

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
