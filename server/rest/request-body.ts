import { failures } from './failures.ts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { MAX_ROWS, MAX_CHANGED_ROWS } from '../../contract/limits.ts'
import type { Query } from './parse/ast.ts'

export type Shape = 'array' | 'object'

const OBJECT = 'application/vnd.pgrst.object+json'
const ARRAYS = new Set([
  'application/json',
  'application/*',
  '*/*',
  'application/vnd.pgrst.array+json',
])

export const contentTypeOf = (shape: Shape) =>
  `${shape === 'object' ? OBJECT : 'application/json'}; charset=utf-8`

/** Whether the client wants an array of rows or a single object. */
export function parseAccept(header: string | undefined): Shape {
  if (header === undefined || header.trim() === '') return 'array'
  for (const part of header.split(',')) {
    const [type = '', ...details] = part.split(';').map((word) => word.trim().toLowerCase())
    const known = type === OBJECT || ARRAYS.has(type)
    if (known && details.includes('nulls=stripped')) {
      throw failures.notOffered('Stripping null values')
    }
    if (known) return type === OBJECT ? 'object' : 'array'
  }
  throw failures.mediaType(header.slice(0, 200))
}

export function requireJson(header: string | undefined): void {
  const type = header?.split(';')[0]?.trim().toLowerCase()
  if (type && type !== 'application/json' && type !== OBJECT) {
    throw failures.contentType(type.slice(0, 100))
  }
}

/** `Range: 10-19` is offset and limit in another form; explicit offset and limit take precedence. */
export function applyRange(query: Query, header: string | undefined): void {
  const [, from, to] = /^(?:items=)?(\d{1,9})-(\d{0,9})$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || query.limit !== undefined || query.offset > 0) return
  query.offset = Number(from)
  if (!to) return
  if (Number(to) < query.offset) {
    throw failures.range(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  query.limit = Number(to) - query.offset + 1
}

/** Number of rows on the page, from the total count alone. */
export const rowsOnPage = ({ offset, limit = MAX_ROWS }: Query, total: number): number =>
  Math.max(0, Math.min(limit, MAX_ROWS, total - offset))

/** Content-Range: `0-24/3573`. */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
  const which = rows > 0 ? `${offset}-${offset + rows - 1}` : '*'
  return `${which}/${total ?? '*'}`
}

export function pageStatus(
  offset: number,
  rows: number,
  total: number | undefined,
): ContentfulStatusCode {
  if (total === undefined) return 200
  if (offset > total) {
    throw failures.range(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  }
  return rows < total ? 206 : 200
}

/** Rows of a request body as raw JSON; PostgreSQL parses the values. */
export type Rows = {
  json: string
  columns: string[]
  count: number
  missingAreDefaults: boolean
}

type Body = { text: string; value: unknown }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parseBody(text: string): Body {
  try {
    return { text, value: JSON.parse(text) as unknown }
  } catch {
    throw failures.body()
  }
}

/** One row or many. All must have the same keys unless `columns` says which ones to use. */
export function rowsToInsert(
  { text, value }: Body,
  chosen: string[] | undefined,
  missingAreDefaults: boolean,
): Rows {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const json = Array.isArray(value) ? text : `[${text}]`
  if (list.length > MAX_CHANGED_ROWS) throw failures.tooManyRows()
  const [first] = list
  if (!list.every(isObject)) throw failures.body()
  const columns = chosen ?? Object.keys(first ?? {})
  if (!chosen && !list.every((row) => haveSameKeys(row, columns))) {
    throw failures.body('All object keys must match')
  }
  return { json, columns, count: list.length, missingAreDefaults }
}

/** The values of an update: a single object. */
export function rowToUpdate({ text, value }: Body, chosen: string[] | undefined): Rows {
  if (!isObject(value)) throw failures.body()
  const columns = chosen ?? Object.keys(value)
  return { json: `[${text}]`, columns, count: 1, missingAreDefaults: false }
}

function haveSameKeys(row: unknown, columns: readonly string[]): boolean {
  const keys = isObject(row) ? row : {}
  return (
    Object.keys(keys).length === columns.length &&
    columns.every((name) => Object.hasOwn(keys, name))
  )
}
