import { MAX_CHANGED_ROWS } from '../../../contract/limits.ts'
import { failures } from '../failures.ts'

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
