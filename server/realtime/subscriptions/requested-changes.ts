import type { Pool } from 'pg'
import type { Column, Table, Tables } from '../delivery/announced-tables.ts'
import type { Subscription } from '../connections/connection.ts'
import type { WantedChange } from '../wire/join-request.ts'
import { Refusal } from '../wire/refusal.ts'

type Wanted = Pick<Subscription, 'tables' | 'operation' | 'filter'>
type Condition = { column: Column; value: string }

function readOperation(event: string): Wanted['operation'] {
  const wanted = event.toUpperCase()
  if (wanted === '*' || wanted === 'INSERT' || wanted === 'UPDATE' || wanted === 'DELETE') {
    return wanted
  }
  throw new Refusal(`The event "${event}" is none of INSERT, UPDATE, DELETE and *.`)
}

function tablesOf({ schema, table }: WantedChange, tables: Tables): Table[] {
  if (schema !== 'public') throw new Refusal(`The schema "${schema}" announces no changes.`)
  if (!table || table === '*') return [...tables.values()]
  const found = tables.get(table)
  if (!found) throw new Refusal(`The table "${table}" announces no changes.`)
  return [found]
}

/** As the client writes it: bare, or in double quotes when it has commas and the like in it. */
function readValue(written: string, filter: string): string {
  if (/^".*"$/s.test(written)) return written.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
  if (!written.includes(',')) return written
  throw new Refusal(
    `The filter "${filter}" has several conditions; one is offered. A value with a comma is quoted.`,
  )
}

function readFilter({ filter }: WantedChange, tables: Table[]): Condition | undefined {
  if (!filter) return undefined
  const [, name, operator, written] = /^([^=]+)=([^.]+)\.(.*)$/s.exec(filter) ?? []
  if (name === undefined || operator === undefined || written === undefined) {
    throw new Refusal(`The filter "${filter}" is not of the form column=eq.value.`)
  }
  if (operator !== 'eq')
    throw new Refusal(`The filter operator "${operator}" is not offered: eq is.`)
  const [table, ...others] = tables
  if (!table || others.length > 0) throw new Refusal(`The filter "${filter}" needs a table.`)
  const column = table.columns.find((known) => known.name === name)
  if (!column) throw new Refusal(`The table "${table.name}" has no column "${name}".`)
  if (!column.comparable) {
    throw new Refusal(`The column "${name}" cannot be filtered: it is of type ${column.sqlType}.`)
  }
  return { column, value: readValue(written, filter) }
}

/** The values as the database itself writes them, so that comparing texts is comparing values. */
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
    // Class 22: a value that is none of its type.
    if (code.startsWith('22')) throw new Refusal(`A filter cannot be read: ${message}.`)
    throw error
  }
}

/** The entries of a join checked against the tables there are; anything unknown is named. */
export async function checkChanges(
  pool: Pool,
  changes: WantedChange[],
  tables: Tables,
): Promise<Wanted[]> {
  const checked = changes.map((change) => {
    if (change.select !== undefined && change.select !== null) {
      throw new Refusal('Choosing columns with "select" is not offered.')
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
