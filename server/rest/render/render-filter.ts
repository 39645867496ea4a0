import { escapeIdentifier } from 'pg'
import { arrayLiteral } from '../../database/json-rows.ts'
import {
  type Comparison,
  type Condition,
  type Filter,
  isPattern,
  type Order,
  type State,
} from '../parse/ast.ts'
import type { Relation } from '../catalogue/catalogue.ts'
import { failures } from '../failures.ts'

/** Bind parameters of one statement; its text contains only placeholders. */
export class Parameters {
  readonly values: (string | number | null)[] = []

  add(value: string | number | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

export const quoted = escapeIdentifier
export const quotedList = (names: readonly string[]) => names.map(quoted).join(', ')

const OPERATORS: Record<Comparison, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
}
const STATES: Record<State, string> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
}

/** A relation, its alias in this statement, and the tables it is embedded in, itself included. */
export type Scope = {
  relation: Relation
  alias: string
  path: readonly string[]
  isEmbedded: boolean
}

export function columnIn({ relation, alias }: Scope, name: string): string {
  requireColumn(relation, name)
  return `${alias}.${quoted(name)}`
}

export function requireColumn({ name, columns, computed }: Relation, column: string): void {
  if (columns.has(column)) return
  if (computed.has(column)) throw failures.notOffered(`The computed column '${column}'`)
  throw failures.noSuchColumn(name, column)
}

function renderCondition(scope: Scope, filter: Condition, parameters: Parameters): string {
  const column = columnIn(scope, filter.column)
  if (filter.kind === 'is') return `${column} ${STATES[filter.state]}`
  if (filter.kind === 'in') {
    return `${column} = any (${parameters.add(arrayLiteral(filter.values))})`
  }
  const { comparison, value } = filter
  // Clients write * for %, which would have to be percent-encoded in a URL.
  const pattern = isPattern(filter) ? value.replaceAll('*', '%') : value
  return `${column} ${OPERATORS[comparison]} ${parameters.add(pattern)}`
}

function renderFilter(scope: Scope, filter: Filter, parameters: Parameters): string {
  const text =
    'parts' in filter
      ? `(${filter.parts.map((part) => renderFilter(scope, part, parameters)).join(` ${filter.kind} `)})`
      : renderCondition(scope, filter, parameters)
  return filter.negated ? `not (${text})` : text
}

export const renderFilters = (
  scope: Scope,
  filters: readonly Filter[],
  parameters: Parameters,
): string[] => filters.map((filter) => renderFilter(scope, filter, parameters))

export function renderOrder(scope: Scope, orders: readonly Order[]): string {
  if (orders.length === 0) return ''
  const parts = orders.map(({ column, descending, nulls }) =>
    [columnIn(scope, column), descending ? ' desc' : '', nulls ? ` nulls ${nulls}` : ''].join(''),
  )
  return ` order by ${parts.join(', ')}`
}
