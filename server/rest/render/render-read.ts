import { MOST_ROWS } from '../../../contract/limits.ts'
import { TOTAL } from '../../database/json-rows.ts'
import type { Embed, Query } from '../parse/ast.ts'
import type { Catalogue, Relation } from '../catalogue/catalogue.ts'
import { type Parameters, quoted } from './parameters.ts'
import { columnIn, renderFilters, renderOrder, type Scope } from './render-filter.ts'

/** State of the statement being rendered: its parameters and the next table alias. */
export class Rendering {
  readonly catalogue: Catalogue
  readonly parameters: Parameters
  #aliases = 0

  constructor(catalogue: Catalogue, parameters: Parameters) {
    this.catalogue = catalogue
    this.parameters = parameters
  }

  scope(relation: Relation): Scope {
    const alias = `t${this.#aliases}`
    this.#aliases += 1
    return { relation, alias }
  }
}

type Reading = {
  /** A table, a function result or the rows that a change returned. */
  source: string
  query: Query
  /** Conditions in addition to the query's own filters. */
  conditionsOf?: (scope: Scope) => string[]
  /** Return every row, without limit and offset. */
  whole?: boolean
  /** PostgreSQL serialises embedded rows itself, so no column needs to_json. */
  embedded?: boolean
  /** Add the total row count to each row. */
  withTotal?: boolean
}

/** The select statement of a read, with joins for embedded resources. */
export function renderRead(rendering: Rendering, relation: Relation, reading: Reading): string {
  const { source, query, whole = false, embedded = false, withTotal = false } = reading
  const scope = rendering.scope(relation)
  const shown: string[] = []
  const joins: string[] = []
  for (const field of query.fields) {
    if (field.kind === 'all') {
      if (embedded) shown.push(`${scope.alias}.*`)
      else for (const name of relation.columns.keys()) shown.push(renderColumn(scope, name))
    } else if (field.kind === 'column') {
      shown.push(renderColumn(scope, field.name, field.alias, embedded))
    } else {
      const { alias, text } = renderEmbed(rendering, scope, field)
      joins.push(text)
      if (field.query.fields.length > 0) {
        shown.push(`${alias}.value as ${quoted(field.alias ?? field.relation)}`)
      }
    }
  }
  if (withTotal) shown.push(`count(*) over () as ${quoted(TOTAL)}`)
  const where = renderWhere(rendering, scope, reading)
  const order = renderOrder(scope, query.order)
  const page = whole ? '' : renderPage(rendering, query)
  return `select ${shown.join(', ')} from ${source} as ${scope.alias}${joins.join('')}${where}${order}${page}`
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

function renderColumn(scope: Scope, name: string, alias = name, embedded = false): string {
  const column = columnIn(scope, name)
  const plain = embedded || scope.relation.columns.get(name)?.plain
  if (plain) return alias === name ? column : `${column} as ${quoted(alias)}`
  return `to_json(${column}) as ${quoted(alias)}`
}

function renderWhere(rendering: Rendering, scope: Scope, { query, conditionsOf }: Reading): string {
  const conditions = [
    ...(conditionsOf?.(scope) ?? []),
    ...renderFilters(scope, query.filters, rendering.parameters),
  ]
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
}

function renderPage({ parameters }: Rendering, { limit, offset }: Query): string {
  const rows = Math.min(limit ?? MOST_ROWS, MOST_ROWS)
  return ` limit ${parameters.add(rows)}${offset > 0 ? ` offset ${parameters.add(offset)}` : ''}`
}

function renderEmbed(rendering: Rendering, outer: Scope, embed: Embed) {
  const { catalogue } = rendering
  const join = catalogue.join(outer.relation.name, embed.relation, embed.hint)
  const target = catalogue.table(join.target)
  const source = `public.${quoted(target.name)}`
  const rows = renderRead(rendering, target, {
    source,
    query: embed.query,
    embedded: true,
    conditionsOf: (scope) =>
      join.pairs.map(
        ([local, foreign]) => `${scope.alias}.${quoted(foreign)} = ${outer.alias}.${quoted(local)}`,
      ),
  })
  const { alias } = rendering.scope(target)
  const list = embed.inner ? 'json_agg(r)' : "coalesce(json_agg(r), '[]')"
  const value = join.toOne ? 'row_to_json(r)' : list
  const present = embed.inner ? `${alias}.value is not null` : 'true'
  const kind = embed.inner ? 'inner' : 'left'
  return {
    alias,
    text: ` ${kind} join lateral (select ${value} as value from (${rows}) as r) as ${alias} on ${present}`,
  }
}

/** A condition that raises, rolling the statement back, unless the source has exactly one row. */
export const exactlyOne = (source: string): string =>
  `(select case when count(*) = 1 then true else rest.refuse_rows(count(*)) end from ${source})`
