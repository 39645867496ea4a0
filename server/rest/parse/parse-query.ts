import { BOUNDS, type Embed, type Filter, isPattern, type Query } from './ast.ts'
import { Cursor, takeName } from './cursor.ts'
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

/** The names in a dotted key such as `scripts."the title"`. */
function parseKey(key: string): string[] {
  const cursor = new Cursor(key, 'tree path')
  const names: string[] = []
  do names.push(takeName(cursor))
  while (cursor.take('.'))
  if (cursor.peek('->')) throw failures.notOffered('Filtering by a JSON path')
  cursor.expectEnd()
  return names
}

/** A dotted key such as `scripts.title=eq.A` applies to the embedded resource. */
function apply(top: Query, key: string, value: string): void {
  const path = parseKey(key)
  const last = path.pop() ?? ''
  // A column may have the name of a parameter, if it is quoted.
  const word = key.trimEnd().endsWith('"') ? undefined : last
  const negated = path.at(-1) === 'not' && (word === 'and' || word === 'or')
  if (negated) path.pop()
  const query = path.reduce((outer, name) => findTarget(outer, name).query, top)
  if (word === 'order') query.order.push(...parseOrder(value))
  else if (word === 'limit') query.limit = parseNumber(value, 'limit')
  else if (word === 'offset') query.offset = parseNumber(value, 'offset')
  else if (word === 'and' || word === 'or') addFilter(query, parseGroup(word, negated, value))
  else addFilter(query, parseFilter(last, value))
}

function addFilter(query: Query, filter: Filter): void {
  if (asksForEmbed(query, filter)) throw failures.notOffered('Filtering by an embedded resource')
  query.filters.push(filter)
}

/** Whether an embedded resource is there is the only thing that PostgREST filters it by. */
const asksForEmbed = (query: Query, filter: Filter): boolean =>
  'parts' in filter
    ? filter.parts.some((part) => asksForEmbed(query, part))
    : filter.kind === 'is' &&
      filter.state.endsWith('null') &&
      embedsOf(query).some(({ alias, relation }) => (alias ?? relation) === filter.column)

const embedsOf = ({ fields }: Query): Embed[] => fields.filter((field) => field.kind === 'embed')

/** An embed is meant by its name in the response, or else by that of its relation. */
function findTarget(query: Query, name: string): Embed {
  const embeds = embedsOf(query)
  const found =
    embeds.find(({ alias, relation }) => (alias ?? relation) === name) ??
    embeds.find(({ relation }) => relation === name)
  if (!found) throw failures.notEmbedded(name)
  return found
}
