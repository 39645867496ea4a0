import { BOUNDS, type Embed, type Filter, isPattern, type Query } from './ast.ts'
import { failures } from '../failures.ts'
import { parseFilter, parseGroup } from './parse-filter.ts'
import { parseNames, parseNumber, parseOrder } from './parse-order.ts'
import { newQuery, parseSelect } from './parse-select.ts'

export type Request = {
  query: Query
  /** Columns to insert; other keys of the rows are ignored. */
  columns: string[] | undefined
  onConflict: string[] | undefined
}

type Entry = [key: string, value: string]

/** Parses the query string. */
export function parseQuery(entries: readonly Entry[]): Request {
  if (entries.length > BOUNDS.parts)
    throw failures.notOffered('A query string with this many parameters')
  const given = (name: string) => entries.find(([key]) => key === name)?.[1]
  const query = newQuery(parseSelect(given('select') ?? '*'))
  for (const [key, value] of entries) {
    if (key !== 'select' && key !== 'columns' && key !== 'on_conflict') apply(query, key, value)
  }
  if (patternLength(query) > BOUNDS.patternCharacters) {
    throw failures.patternTooLong(BOUNDS.patternCharacters)
  }
  const columns = given('columns')
  const onConflict = given('on_conflict')
  return {
    query,
    columns: columns ? parseNames(columns, 'columns parameter') : undefined,
    onConflict: onConflict ? parseNames(onConflict, 'on_conflict parameter') : undefined,
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const patternLengthOf = (filter: Filter): number => {
  if ('parts' in filter) return sum(filter.parts.map(patternLengthOf))
  return isPattern(filter) ? filter.value.length : 0
}

const patternLength = ({ filters, fields }: Query): number =>
  sum(filters.map(patternLengthOf)) +
  sum(fields.map((field) => (field.kind === 'embed' ? patternLength(field.query) : 0)))

/** A dotted key such as `scripts.title=eq.A` applies to the embedded resource. */
function apply(top: Query, key: string, value: string): void {
  if (/->/.test(key)) throw failures.notOffered('Filtering by a JSON path')
  const path = key.split('.')
  const last = path.pop() ?? ''
  const negated = path.at(-1) === 'not' && (last === 'and' || last === 'or')
  if (negated) path.pop()
  const query = path.reduce((outer, name) => (findEmbed(outer, name) ?? refuse(name)).query, top)
  if (last === 'order') query.order.push(...parseOrder(value))
  else if (last === 'limit') query.limit = parseNumber(value, 'limit')
  else if (last === 'offset') query.offset = parseNumber(value, 'offset')
  else if (last === 'and' || last === 'or') query.filters.push(parseGroup(last, negated, value))
  else if (findEmbed(query, last)) throw failures.notOffered('Filtering by an embedded resource')
  else query.filters.push(parseFilter(last, value))
}

const refuse = (name: string): never => {
  throw failures.notEmbedded(name)
}

/** Looks an embed up by its name in the response. */
const findEmbed = (query: Query, name: string): Embed | undefined =>
  query.fields.find(
    (field): field is Embed => field.kind === 'embed' && (field.alias ?? field.relation) === name,
  )
