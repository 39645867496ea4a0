import { MAX_CHANGED_ROWS, MAX_ROWS } from '../../../contract/limits.ts'
import { MAX_RESPONSE, TOTAL } from '../../database/json-rows.ts'
import type { Embed, Field, Query } from '../parse/ast.ts'
import type { Catalogue, Relation } from '../catalogue/catalogue.ts'
import type { Join } from '../catalogue/relationships.ts'
import { failures } from '../failures.ts'
import {
  type Parameters,
  quoted,
  columnIn,
  renderFilters,
  renderOrder,
  type Scope,
} from './render-filter.ts'

/** Repeating a large column would multiply the size of a row. */
const MAX_USES = 2

/** The select list of a statement. Naming a column again under the same name changes nothing. */
class SelectList {
  readonly #values = new Map<string, string>()
  readonly #uses = new Map<string, number>()

  addColumn(column: string, name: string, value: string): void {
    if (this.#values.get(name) === value) return
    const uses = (this.#uses.get(column) ?? 0) + 1
    if (uses > MAX_USES) throw failures.notOffered(`Selecting '${column}' more than twice`)
    this.#uses.set(column, uses)
    this.add(name, value)
  }

  add(name: string, value: string): void {
    if (this.#values.has(name)) throw failures.notOffered(`Selecting two values named '${name}'`)
    this.#values.set(name, value)
  }

  get text(): string {
    return [...this.#values].map(([name, value]) => `${value} as ${quoted(name)}`).join(', ')
  }
}

/** State of the statement being rendered: its parameters and the next table alias. */
export class Rendering {
  readonly catalogue: Catalogue
  readonly parameters: Parameters
  #aliases = 0

  constructor(catalogue: Catalogue, parameters: Parameters) {
    this.catalogue = catalogue
    this.parameters = parameters
  }

  scope(relation: Relation, outer?: readonly string[]): Scope {
    const path = [...(outer ?? []), ...relation.tables]
    return { relation, alias: this.alias(), path, isEmbedded: outer !== undefined }
  }

  alias(): string {
    this.#aliases += 1
    return `t${this.#aliases - 1}`
  }
}

type Reading = {
  /** A table, a function result or the rows that a change returned. */
  source: string
  query: Query
  /** Another table that is joined to the source. */
  joinedTo?: (scope: Scope) => string
  /** Conditions in addition to the query's own filters. */
  conditionsOf?: (scope: Scope) => string[]
  /** Return every row, without limit and offset. */
  whole?: boolean
  /** The tables that these rows are embedded in. PostgreSQL serialises them itself, without to_json. */
  within?: readonly string[]
  /** Add the total row count to each row. */
  withTotal?: boolean
}

/** The select statement of a read, with joins for embedded resources. */
export function renderRead(rendering: Rendering, relation: Relation, reading: Reading): string {
  const { source, query, whole = false, within, withTotal = false } = reading
  const scope = rendering.scope(relation, within)
  const list = new SelectList()
  const embeds = new Map(
    query.fields
      .filter((field) => field.kind === 'embed')
      .map((field) => [field, renderEmbed(rendering, scope, field)]),
  )
  for (const field of query.fields) {
    if (field.kind === 'all') {
      for (const name of relation.columns.keys()) addColumn(list, scope, name)
    } else if (field.kind === 'column') {
      if (!isCount(field, relation)) addColumn(list, scope, field.name, field.alias)
      else if (query.fields.length === 1) list.add(field.alias ?? field.name, 'count(*)')
      else throw failures.notOffered('Selecting anything beside a count')
    } else if (isShown(field)) {
      list.add(field.alias ?? field.relation, renderValue(embeds, field))
    }
  }
  const [first] = query.fields
  const isCounted = first !== undefined && isCount(first, relation)
  if (withTotal) list.add(TOTAL, isCounted ? 'count(*)' : 'count(*) over ()')
  const joins = [...embeds.values()].map(({ text }) => text).join('')
  const where = renderWhere(rendering, scope, reading)
  const order = renderOrder(scope, query.order)
  const page = whole ? '' : renderPage(rendering, query)
  const joined = reading.joinedTo?.(scope) ?? ''
  return `select ${list.text} from ${source} as ${scope.alias}${joined}${joins}${where}${order}${page}`
}

/** As in PostgREST, `count` is the number of rows, unless a column has that name. */
export const isCount = (field: Field, relation: Relation): boolean =>
  field.kind === 'column' && field.name === 'count' && !relation.columns.has('count')

type Rendered = { alias: string; text: string }

/** With empty parentheses, a resource is joined for filtering only. */
const isShown = ({ query }: Embed) => query.fields.length > 0

/** The value of an embed; the first embed of a row raises an error if all of them together are too large. */
function renderValue(embeds: ReadonlyMap<Embed, Rendered>, embed: Embed): string {
  const shown = [...embeds.keys()].filter(isShown)
  const value = `${embeds.get(embed)?.alias}.value`
  if (shown.length < 2 || shown[0] !== embed) return value
  const sizes = shown.map((each) => `coalesce(pg_column_size(${embeds.get(each)?.alias}.value), 0)`)
  return `case when ${sizes.join(' + ')} <= ${MAX_RESPONSE} then ${value} else rest.refuse_size() end`
}

/** Counts all rows regardless of the page; only inner-joined embeds affect the count. */
export function renderCount(rendering: Rendering, relation: Relation, reading: Reading): string {
  const scope = rendering.scope(relation)
  const joins = reading.query.fields.flatMap((field) =>
    field.kind === 'embed' && field.inner ? [renderEmbed(rendering, scope, field).text] : [],
  )
  const where = renderWhere(rendering, scope, reading)
  return `select count(*) as total from ${reading.source} as ${scope.alias}${joins.join('')}${where}`
}

function addColumn(list: SelectList, scope: Scope, name: string, alias = name): void {
  const column = columnIn(scope, name)
  const asIs = scope.isEmbedded || scope.relation.columns.get(name)?.plain
  list.addColumn(name, alias, asIs ? column : `to_json(${column})`)
}

function renderWhere(rendering: Rendering, scope: Scope, { query, conditionsOf }: Reading): string {
  const conditions = [
    ...(conditionsOf?.(scope) ?? []),
    ...renderFilters(scope, query.filters, rendering.parameters),
  ]
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
}

function renderPage({ parameters }: Rendering, { limit, offset }: Query): string {
  const rows = Math.min(limit ?? MAX_ROWS, MAX_ROWS)
  return ` limit ${parameters.add(rows)}${offset > 0 ? ` offset ${parameters.add(offset)}` : ''}`
}

function renderEmbed(rendering: Rendering, outer: Scope, embed: Embed): Rendered {
  const { catalogue } = rendering
  const join = catalogue.join(outer.relation.name, embed.relation, embed.hint)
  const target = catalogue.table(join.target)
  requireNew(outer, target, join)
  const { through } = join
  const between = through && { ...through, alias: rendering.alias() }
  const rows = renderRead(rendering, target, {
    source: `public.${quoted(target.name)}`,
    query: embed.query,
    within: through ? [...outer.path, through.table] : outer.path,
    joinedTo: ({ alias }) =>
      between
        ? ` inner join public.${quoted(between.table)} as ${between.alias} on ${equal(between.alias, between.pairs, alias)}`
        : '',
    conditionsOf: ({ alias }) => [equal(outer.alias, join.pairs, between?.alias ?? alias)],
  })
  const alias = rendering.alias()
  const value =
    join.kind === 'many-to-one' || join.kind === 'one-to-one'
      ? `select row_to_json(r) as value from (${rows}) as r`
      : renderList(rows, embed.inner)
  const present = embed.inner ? `${alias}.value is not null` : 'true'
  const kind = embed.inner ? 'inner' : 'left'
  return { alias, text: ` ${kind} join lateral (${value}) as ${alias} on ${present}` }
}

const equal = (one: string, pairs: Join['pairs'], other: string) =>
  pairs.map(([left, right]) => `${other}.${quoted(right)} = ${one}.${quoted(left)}`).join(' and ')

/**
 * Refuses to embed a table within itself, which would multiply its rows. A single step along a table's
 * foreign key to itself is allowed, because each row has only one parent.
 */
function requireNew({ path, relation }: Scope, target: Relation, { through }: Join): void {
  const tables = through ? [...target.tables, through.table] : target.tables
  const again = path.filter((name) => tables.includes(name))
  const isWithinItself = relation.name === target.name && again.length === target.tables.length
  if (again.length > 0 && !isWithinItself) throw failures.embedsItself(target.name)
}

/** Checks the size while collecting the rows; otherwise PostgreSQL would build up to 1 GB first. */
function renderList(rows: string, nullIfEmpty: boolean): string {
  const list = nullIfEmpty ? 'json_agg(value)' : "coalesce(json_agg(value), '[]')"
  // Without the offset, row_to_json would run twice for each row.
  const values = `select row_to_json(r) as value from (${rows}) as r offset 0`
  const size = 'sum(pg_column_size(value)) over (rows unbounded preceding)'
  const counted = `case when ${size} <= ${MAX_RESPONSE} then value else rest.refuse_size() end`
  return `select ${list} as value from (select ${counted} as value from (${values}) as j) as c`
}

/** A condition that raises, rolling the statement back, unless the source has exactly one row. */
export const exactlyOne = (source: string): string =>
  `(select case when count(*) = 1 then true else rest.refuse_rows(count(*)) end from ${source})`

/** A condition that raises, rolling the statement back, if the source has too many rows. */
export const notTooMany = (source: string): string =>
  `(select case when count(*) <= ${MAX_CHANGED_ROWS} then true else rest.refuse_rows(count(*)) end from ${source})`

/** A condition that raises, rolling the statement back, if the rows of the source are too large. */
export const notTooLarge = (source: string): string =>
  `(select case when coalesce(sum(octet_length(${source}::text)), 0) <= ${MAX_RESPONSE} then true else rest.refuse_size() is null end from ${source})`
