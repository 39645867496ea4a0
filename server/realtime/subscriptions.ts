import type { Pool } from 'pg'
import type { Column, Table, Tables } from './delivery/announced-tables.ts'
import type { Subscription } from './connections/connection.ts'
import type { RequestedChange } from './wire/join-request.ts'
import { Refusal } from './wire/wire.ts'
import type { Announcement } from './delivery/announcement.ts'

type Request = Pick<Subscription, 'tables' | 'operation' | 'filter'>
type Condition = { column: Column; value: string }

function readOperation(event: string): Request['operation'] {
  const operation = event.toUpperCase()
  if (
    operation === '*' ||
    operation === 'INSERT' ||
    operation === 'UPDATE' ||
    operation === 'DELETE'
  ) {
    return operation
  }
  throw new Refusal(`The event "${event}" is not one of INSERT, UPDATE, DELETE and *.`)
}

function tablesOf({ schema, table }: RequestedChange, tables: Tables): Table[] {
  if (schema !== 'public') throw new Refusal(`The schema "${schema}" announces no changes.`)
  if (!table || table === '*') return [...tables.values()]
  const found = tables.get(table)
  if (!found) throw new Refusal(`The table "${table}" announces no changes.`)
  return [found]
}

/** Values with commas and other special characters are in double quotes. */
function readValue(written: string, filter: string): string {
  if (/^".*"$/s.test(written)) return written.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
  if (!written.includes(',')) return written
  throw new Refusal(
    `The filter "${filter}" has several conditions; only one is supported. Quote values that contain a comma.`,
  )
}

function readFilter({ filter }: RequestedChange, tables: Table[]): Condition | undefined {
  if (!filter) return undefined
  const [, name, operator, written] = /^([^=]+)=([^.]+)\.(.*)$/s.exec(filter) ?? []
  if (name === undefined || operator === undefined || written === undefined) {
    throw new Refusal(`The filter "${filter}" is not of the form column=eq.value.`)
  }
  if (operator !== 'eq')
    throw new Refusal(`The filter operator "${operator}" is not supported, only eq.`)
  const [table, ...others] = tables
  if (!table || others.length > 0) throw new Refusal(`The filter "${filter}" needs a table.`)
  const column = table.columns.find((known) => known.name === name)
  if (!column) throw new Refusal(`The table "${table.name}" has no column "${name}".`)
  if (!column.comparable) {
    throw new Refusal(
      `The column "${name}" cannot be used in a filter: its type is ${column.sqlType}.`,
    )
  }
  return { column, value: readValue(written, filter) }
}

/** Normalises filter values through the database, so that they can be compared as text. */
async function canonical(pool: Pool, conditions: Condition[]): Promise<(string | null)[]> {
  if (conditions.length === 0) return []
  const casts = conditions.map(({ column }, n) => `($${n + 1}::${column.sqlType})::text`)
  try {
    const { rows } = await pool.query<{ texts: (string | null)[] }>(
      `select array[${casts.join(', ')}] as texts`,
      conditions.map(({ value }) => value),
    )
    return rows[0]?.texts ?? []
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    // Class 22: invalid input for the type.
    if (code.startsWith('22')) throw new Refusal(`Invalid filter: ${message}.`)
    throw error
  }
}

/** Validates the requested changes against the announced tables. */
export async function checkChanges(
  pool: Pool,
  changes: RequestedChange[],
  tables: Tables,
): Promise<Request[]> {
  const checked = changes.map((change) => {
    if (change.select !== undefined && change.select !== null) {
      throw new Refusal('Selecting columns with "select" is not supported.')
    }
    const chosen = tablesOf(change, tables)
    return {
      operation: readOperation(change.event),
      tables: chosen.map(({ name }) => name),
      condition: readFilter(change, chosen),
    }
  })
  const conditions = checked.flatMap(({ condition }) => condition ?? [])
  const values = await canonical(pool, conditions)
  return checked.map(({ operation, tables: names, condition }) => ({
    operation,
    tables: names,
    filter: condition && {
      column: condition.column.name,
      value: values[conditions.indexOf(condition)] ?? '',
    },
  }))
}

/** Values of filtered columns as text; undefined if the row no longer exists. */
export type FilteredValues = ReadonlyMap<string, unknown> | undefined

export function matches(
  { operation, filter }: Subscription,
  announcement: Announcement,
  values: FilteredValues,
): boolean {
  if (operation !== '*' && operation !== announcement.type) return false
  if (!filter) return true
  if (filter.column === 'id') return filter.value === announcement.id
  if (announcement.type !== 'DELETE') return values?.get(filter.column) === filter.value
  // Nothing else of a deleted row is known, so other filters cannot be evaluated.
  return filter.column !== 'user_id' || filter.value === announcement.owner
}

const NONE: ReadonlySet<Subscription> = new Set()

/** All subscriptions of this process, by table. */
export class Subscriptions {
  readonly #byTable = new Map<string, Set<Subscription>>()

  add(subscription: Subscription): void {
    for (const table of subscription.tables) {
      const known = this.#byTable.get(table)
      if (known) known.add(subscription)
      else this.#byTable.set(table, new Set([subscription]))
    }
  }

  remove(subscription: Subscription): void {
    for (const table of subscription.tables) {
      const known = this.#byTable.get(table)
      known?.delete(subscription)
      if (known?.size === 0) this.#byTable.delete(table)
    }
  }

  of(table: string): ReadonlySet<Subscription> {
    return this.#byTable.get(table) ?? NONE
  }
}
