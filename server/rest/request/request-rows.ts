import { failures } from '../failures.ts'

/** The rows of a request's body, as they came; PostgreSQL reads the values. */
export type Rows = {
  json: string
  columns: string[]
  count: number
  missingAreDefaults: boolean
}

type Body = { text: string; value: unknown }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parseBody(text: string): Body {
  try {
    return { text, value: JSON.parse(text) as unknown }
  } catch {
    throw failures.body()
  }
}

/** One row or many; all of them name the same columns, or `columns` says which count. */
export function rowsToInsert(
  { text, value }: Body,
  chosen: string[] | undefined,
  missingAreDefaults: boolean,
): Rows {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const json = Array.isArray(value) ? text : `[${text}]`
  const [first] = list
  if (!list.every(isObject)) throw failures.body()
  const columns = chosen ?? Object.keys(first ?? {})
  if (!chosen && !list.every((row) => haveSameKeys(row, columns))) {
    throw failures.body('All object keys must match')
  }
  return { json, columns, count: list.length, missingAreDefaults }
}

/** What an update sets: one object. */
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
