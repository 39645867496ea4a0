import type { Query } from '../parse/ast.ts'
import type { Relation } from '../catalogue/catalogue.ts'
import { failures } from '../failures.ts'
import { quoted, quotedList, renderFilters, requireColumn, type Scope } from './render-filter.ts'
import { MAX_CHANGED_ROWS } from '../../../contract/limits.ts'
import { isCount, notTooMany, type Rendering } from './render-read.ts'
import type { Rows } from '../request-body.ts'

export type Conflict = {
  /** Empty means the primary key. */
  columns: readonly string[]
  /** Update existing rows; otherwise keep them unchanged. */
  merge: boolean
}

export type Change = {
  text: string
  /** The alias of the table. */
  target: string
  /** Whether the number of changed rows is bounded already. */
  isCounted: boolean
  /** Rows given to an insert that updates existing ones; `UPDATED_ROWS` says how many it updated. */
  merged?: number
}

const UPDATED = "coalesce(nullif(current_setting('rest.updated', true), '')::integer, 0)"
/** Always true. Counting in a condition does not require the right to read the table. */
const COUNT_UPDATE = `set_config('rest.updated', (${UPDATED} + 1)::text, true) <> ''`
export const UPDATED_ROWS = `select ${UPDATED} as total`

const tableOf = (relation: Relation) => `public.${quoted(relation.name)}`

function typedColumns(relation: Relation, names: readonly string[]): string {
  const typed = names.map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw failures.columnUnknown(name, relation.name)
    return `${quoted(name)} ${column.type}`
  })
  return typed.join(', ')
}

/** The given rows as a typed record set; missing values are null or the column default. */
function renderGiven(rendering: Rendering, relation: Relation, rows: Rows): string {
  const columns = typedColumns(relation, rows.columns)
  const json = rendering.parameters.add(rows.json)
  if (!rows.missingAreDefaults) return `json_to_recordset(${json}) as given (${columns})`
  const defaults = rows.columns.flatMap((name) => {
    const expression = relation.columns.get(name)?.default
    return expression ? [`${rendering.parameters.add(name)}::text, ${expression}`] : []
  })
  return `json_array_elements(${json}) as element, json_to_record((jsonb_build_object(${defaults.join(', ')}) || element::jsonb)::json) as given (${columns})`
}

export function renderInsert(
  rendering: Rendering,
  relation: Relation,
  rows: Rows,
  conflict: Conflict | undefined,
): Change {
  const target = quoted(relation.name)
  const into = `insert into ${tableOf(relation)}`
  const onConflict = conflict ? renderConflict(relation, rows.columns, conflict) : ''
  if (rows.columns.length === 0) {
    if (rows.count > 1) throw failures.notOffered('Inserting several rows without columns')
    return { target, isCounted: true, text: `${into} default values${onConflict}` }
  }
  const given = renderGiven(rendering, relation, rows)
  const columns = quotedList(rows.columns)
  const values = rows.columns.map((name) => `given.${quoted(name)}`).join(', ')
  return {
    target,
    isCounted: true,
    text: `${into} (${columns}) select ${values} from ${given}${onConflict}`,
    ...(onConflict && conflict?.merge && { merged: rows.count }),
  }
}

function renderConflict(relation: Relation, given: readonly string[], conflict: Conflict): string {
  const { merge } = conflict
  const columns = conflict.columns.length > 0 ? conflict.columns : relation.primaryKey
  for (const name of columns) requireColumn(relation, name)
  if (columns.length === 0) return ''
  const target = ` on conflict (${quotedList(columns)})`
  if (!merge || given.length === 0) return `${target} do nothing`
  const changes = given.map((name) => `${quoted(name)} = excluded.${quoted(name)}`)
  return `${target} do update set ${changes.join(', ')} where ${COUNT_UPDATE}`
}

/**
 * The filters, and that they do not find too many rows: those are refused before the first is changed, since changing them all
 * takes as long as there are rows.
 */
function renderCondition(
  rendering: Rendering,
  relation: Relation,
  scope: Scope,
  query: Query,
): string {
  const where = renderFilters(scope, query.filters, rendering.parameters)
  const isOneRow = query.filters.some(
    (filter) =>
      filter.kind === 'compare' &&
      filter.comparison === 'eq' &&
      !filter.negated &&
      relation.primaryKey.length === 1 &&
      relation.primaryKey[0] === filter.column,
  )
  if (isOneRow) return where.join(' and ')
  const found = rendering.scope(relation)
  const again = renderFilters(found, query.filters, rendering.parameters).join(' and ')
  const first = `(select from ${tableOf(relation)} as ${found.alias} where ${again} limit ${MAX_CHANGED_ROWS + 1}) as found`
  return `${where.join(' and ')} and ${notTooMany(first)}`
}

export function renderUpdate(
  rendering: Rendering,
  relation: Relation,
  rows: Rows,
  query: Query,
): Change {
  const scope = rendering.scope(relation)
  const given = renderGiven(rendering, relation, rows)
  const changes = rows.columns.map((name) => `${quoted(name)} = given.${quoted(name)}`)
  const condition = renderCondition(rendering, relation, scope, query)
  return {
    target: scope.alias,
    isCounted: false,
    text: `update ${tableOf(relation)} as ${scope.alias} set ${changes.join(', ')} from ${given} where ${condition}`,
  }
}

export function renderDelete(rendering: Rendering, relation: Relation, query: Query): Change {
  const scope = rendering.scope(relation)
  const condition = renderCondition(rendering, relation, scope, query)
  return {
    target: scope.alias,
    isCounted: false,
    text: `delete from ${tableOf(relation)} as ${scope.alias} where ${condition}`,
  }
}

/** Only columns that are selected, joined on or sorted by: the caller may not be allowed to read others. */
export function renderReturning(
  rendering: Rendering,
  relation: Relation,
  query: Query,
  name: string,
): string {
  const wanted = new Set<string>()
  for (const field of query.fields) {
    if (field.kind === 'all') return ` returning ${name}.*`
    if (isCount(field, relation)) continue
    if (field.kind === 'column') wanted.add(field.name)
    else {
      const { pairs } = rendering.catalogue.join(relation.name, field.relation, field.hint)
      for (const [local] of pairs) wanted.add(local)
    }
  }
  for (const { column } of query.order) wanted.add(column)
  for (const column of wanted) requireColumn(relation, column)
  return ` returning ${[...wanted].map((column) => `${name}.${quoted(column)}`).join(', ') || '1'}`
}
