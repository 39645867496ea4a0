import {
  BOUNDS,
  type Comparison,
  type Embed,
  type Field,
  type Filter,
  type Group,
  isPattern,
  type Order,
  type Query,
  type State,
} from './ast.ts'
import { Cursor, SPACES, takeName, takeValue } from './cursor.ts'
import { failures } from '../failures.ts'

const ALIAS = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

const newQuery = (fields: Field[]): Query => ({
  fields,
  filters: [],
  order: [],
  limit: undefined,
  offset: 0,
})

/** Parses `select=id,name:title,scripts!inner(id,title)`. */
function parseSelect(text: string): Field[] {
  const cursor = new Cursor(text, 'select parameter')
  if (cursor.atEnd) return [{ kind: 'all' }]
  const fields = takeFields(cursor, 0)
  cursor.expectEnd()
  if (countEmbeds(fields) > BOUNDS.embeds)
    throw failures.notOffered('Embedding this many resources')
  return fields
}

const countEmbeds = (fields: readonly Field[]): number =>
  fields.reduce(
    (sum, field) => sum + (field.kind === 'embed' ? 1 + countEmbeds(field.query.fields) : 0),
    0,
  )

function takeFields(cursor: Cursor, depth: number): Field[] {
  const fields: Field[] = []
  do {
    fields.push(takeField(cursor, depth))
    if (fields.length > BOUNDS.parts) throw failures.notOffered('Selecting this many columns')
  } while (cursor.takeSpaced(','))
  return fields
}

function takeField(cursor: Cursor, depth: number): Field {
  cursor.match(SPACES)
  if (cursor.takeSpaced('*')) return { kind: 'all' }
  if (cursor.peek('...')) throw failures.notOffered('Spreading an embedded resource')
  let name = takeName(cursor, 'a column, an embedded resource or "*"')
  let alias: string | undefined
  if (!cursor.peek('::') && cursor.take(':')) {
    alias = name
    name = takeName(cursor)
  }
  if (alias !== undefined && !ALIAS.test(alias)) {
    throw failures.notOffered(`The alias ${JSON.stringify(alias.slice(0, 80))}`)
  }
  if (cursor.peek('!') || cursor.peek('(')) return takeEmbed(cursor, name, alias, depth)
  refuseExtras(cursor)
  return { kind: 'column', name, alias }
}

function refuseExtras(cursor: Cursor): void {
  if (cursor.peek('::')) throw failures.notOffered('Casting a column')
  if (cursor.peek('->')) throw failures.notOffered('Selecting a JSON path')
  if (cursor.peek('.')) throw failures.notOffered('Aggregating')
}

function takeEmbed(
  cursor: Cursor,
  relation: string,
  alias: string | undefined,
  depth: number,
): Embed {
  if (depth >= BOUNDS.embedDepth) throw failures.notOffered('Embedding this deep')
  let hint: string | undefined
  let inner = false
  while (cursor.take('!')) {
    const word = takeName(cursor, 'inner, left or the name of a foreign key')
    if (word === 'inner' || word === 'left') inner = word === 'inner'
    else hint = word
  }
  cursor.expectSpaced('(')
  if (relation === 'count' && cursor.peek(')')) throw failures.notOffered('Aggregating')
  // Empty parentheses: joined for filtering, not returned.
  const fields = cursor.peek(')') ? [] : takeFields(cursor, depth + 1)
  cursor.expectSpaced(')')
  refuseExtras(cursor)
  return { kind: 'embed', relation, alias, hint, inner, query: newQuery(fields) }
}

/** Parses `order=updated_at.desc.nullslast,title`. */
function parseOrder(text: string): Order[] {
  const cursor = new Cursor(text, 'order')
  const orders: Order[] = []
  do {
    const column = takeName(cursor)
    if (cursor.peek('(')) throw failures.notOffered('Ordering by an embedded resource')
    if (cursor.peek('->')) throw failures.notOffered('Ordering by a JSON path')
    const descending = cursor.take('.desc')
    if (!descending) cursor.take('.asc')
    const first = cursor.take('.nullsfirst')
    const last = !first && cursor.take('.nullslast')
    const nulls = last ? 'last' : undefined
    orders.push({ column, descending, nulls: first ? 'first' : nulls })
  } while (cursor.takeSpaced(','))
  cursor.expectEnd()
  return orders
}

/** Comma-separated column names, with or without spaces, as in `columns` and `on_conflict`. */
function parseNames(text: string, what: string): string[] {
  const cursor = new Cursor(text, what)
  const names: string[] = []
  do names.push(takeName(cursor))
  while (cursor.take(','))
  cursor.expectEnd()
  return names
}

function parseNumber(text: string, what: 'limit' | 'offset'): number {
  if (what === 'limit' && /^-\d{1,9}$/.test(text)) {
    throw failures.range('Limit should be greater than or equal to zero.')
  }
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) {
    throw failures.syntax(
      `failed to parse ${what} (${text.slice(0, 40)})`,
      'expecting a non-negative integer',
    )
  }
  return value
}

const COMPARISONS = new Set<string>(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'])
const STATES = new Set<string>(['null', 'not_null', 'true', 'false', 'unknown'])
const WORD = /[a-z_]+/y
const REST = /.*/sy
const GROUP = /(?:and|or)(?=\s*\()/y

/** Parses `title=not.ilike.*noir*`; the value is the rest of the string. */
function parseFilter(column: string, text: string): Filter {
  const cursor = new Cursor(text, `filter on ${column}`)
  const filter = takeCondition(cursor, column, () => cursor.match(REST) ?? '')
  cursor.expectEnd()
  return filter
}

/** Parses `or=(title.eq.A,and(approved.is.true,not.title.like.B*))`. */
function parseGroup(kind: 'and' | 'or', negated: boolean, text: string): Group {
  const cursor = new Cursor(text, 'logic tree')
  const group = takeGroup(cursor, kind, negated, 1)
  cursor.expectEnd()
  return group
}

function takeGroup(cursor: Cursor, kind: 'and' | 'or', negated: boolean, depth: number): Group {
  if (depth > BOUNDS.groupDepth) throw failures.notOffered('Nesting and/or this deep')
  cursor.expectSpaced('(')
  const parts: Filter[] = []
  do {
    parts.push(takePart(cursor, depth))
    if (parts.length > BOUNDS.parts) throw failures.notOffered('A filter with this many parts')
  } while (cursor.takeSpaced(','))
  cursor.expectSpaced(')')
  return { kind, parts, negated }
}

function takePart(cursor: Cursor, depth: number): Filter {
  const negated = cursor.take('not.')
  const kind = cursor.match(GROUP)
  if (kind) return takeGroup(cursor, kind === 'and' ? 'and' : 'or', negated, depth + 1)
  if (negated) cursor.fail('and(...) or or(...)')
  const column = takeName(cursor, 'a column, and(...) or or(...)')
  if (cursor.peek('->')) throw failures.notOffered('Filtering by a JSON path')
  cursor.expectSpaced('.')
  return takeCondition(cursor, column, () => takeValue(cursor))
}

function takeCondition(cursor: Cursor, column: string, value: () => string): Filter {
  const negated = cursor.take('not.')
  const operator = cursor.match(WORD) ?? cursor.fail('an operator')
  if (cursor.peek('(')) throw failures.notOffered(`The modifier of the operator '${operator}'`)
  if (operator === 'in') {
    cursor.expect('.')
    return { kind: 'in', column, values: takeList(cursor), negated }
  }
  if (operator !== 'is' && !COMPARISONS.has(operator)) {
    throw failures.notOffered(`The operator '${operator.slice(0, 40)}'`)
  }
  cursor.expect('.')
  if (operator === 'is') {
    const state = value().trim().toLowerCase()
    if (!STATES.has(state)) cursor.fail('null, not_null, true, false or unknown')
    return { kind: 'is', column, state: state as State, negated }
  }
  return {
    kind: 'compare',
    column,
    comparison: operator as Comparison,
    value: value(),
    negated,
  }
}

/** Spaces inside of the parentheses belong to the values: clients do not quote them. */
function takeList(cursor: Cursor): string[] {
  cursor.match(SPACES)
  cursor.expect('(')
  if (cursor.take(')')) return []
  const values: string[] = []
  do values.push(takeValue(cursor))
  while (cursor.take(','))
  cursor.expect(')')
  return values
}

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
