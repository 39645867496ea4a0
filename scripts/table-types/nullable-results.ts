import type { Catalogue } from './catalogue.ts'

/** PostgreSQL does not record which columns of a function's result may be null. */
const NULLABLE = new Set(
  Object.entries({
    draft_text: ['script_id', 'version_id', 'review_text'],
    draft_texts: ['request'],
    export_users: ['email'],
    list_administrators: ['email', 'monthly_limit'],
    list_sessions: ['user_agent', 'client_address'],
    list_users: ['email'],
    notices_now: ['changes_in'],
    open_text: ['saved_at', 'text'],
    script_history: ['label', 'job_id'],
  }).flatMap(([name, columns]) => columns.map((column) => `${name}.${column}`)),
)

export const mayBeNull = (functionName: string, column: string): boolean =>
  NULLABLE.has(`${functionName}.${column}`)

/** Throws if the list names a function or column that is not in the database. */
export function checkNullableResults({ functions }: Catalogue): void {
  const known = new Set(
    functions.flatMap(({ name, columns }) => columns.map((one) => `${name}.${one.name}`)),
  )
  const unknown = [...NULLABLE].filter((key) => !known.has(key))
  if (unknown.length === 0) return
  throw new Error(
    `No function has the result ${unknown.join(', ')}: change scripts/table-types/nullable-results.ts`,
  )
}
