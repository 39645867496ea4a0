/** The parsed query string. Nothing here has been checked against the catalogue yet. */
type Column = { kind: 'column'; name: string; alias: string | undefined }
type Star = { kind: 'all' }
export type Embed = {
  kind: 'embed'
  relation: string
  alias: string | undefined
  hint: string | undefined
  inner: boolean
  query: Query
}
export type Field = Column | Star | Embed

export type Comparison = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike'
export type State = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

type Compare = {
  kind: 'compare'
  column: string
  comparison: Comparison
  value: string
  negated: boolean
}
export type Condition =
  | Compare
  | { kind: 'in'; column: string; values: string[]; negated: boolean }
  | { kind: 'is'; column: string; state: State; negated: boolean }
export type Group = { kind: 'and' | 'or'; parts: Filter[]; negated: boolean }
export type Filter = Condition | Group

export type Order = { column: string; descending: boolean; nulls: 'first' | 'last' | undefined }

/** Query of a table or of an embedded resource. */
export type Query = {
  fields: Field[]
  filters: Filter[]
  order: Order[]
  limit: number | undefined
  offset: number
}

export const isPattern = (filter: Condition): filter is Compare =>
  filter.kind === 'compare' && (filter.comparison === 'like' || filter.comparison === 'ilike')

/** Upper bounds on the size and nesting of a query. */
export const BOUNDS = {
  urlCharacters: 8_192,
  embedDepth: 5,
  embeds: 10,
  groupDepth: 10,
  parts: 500,
  /** The total of all patterns in a request: PostgreSQL cannot interrupt matching a single value. */
  patternCharacters: 1_000,
}
