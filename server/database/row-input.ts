import type { RowTypes } from './row-types.ts'

/** What no text of PostgreSQL can have becomes what the driver makes of it in a parameter. */
const wellFormed = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value

/** A row for a function, by its names: `sql` in a statement whose first value is `value`. */
export const rowInput = <Name extends keyof RowTypes>(name: Name, row: RowTypes[Name]) => ({
  sql: `json_populate_record(null::private.${name}, $1)`,
  value: JSON.stringify(row, wellFormed),
})

/** The same without a type of its own: `sql` after `from`, and what makes a row the first value. */
export const givenInput = <Column extends string>(columns: Record<Column, string>) => ({
  sql: `json_to_record($1) as given (${Object.entries(columns)
    .map(([name, type]) => `${name} ${String(type)}`)
    .join(', ')})`,
  value: (row: Record<Column, string | number | null>) => JSON.stringify(row, wellFormed),
})
