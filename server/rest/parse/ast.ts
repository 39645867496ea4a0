/** What a URL asks for, before anybody knows whether such columns exist. */
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

export type Condition =
  | { kind: 'compare'; column: string; comparison: Comparison; value: string; negated: boolean }
  | { kind: 'in'; column: string; values: string[]; negated: boolean }
  | { kind: 'is'; column: string; state: State; negated: boolean }
export type Group = { kind: 'and' | 'or'; parts: Filter[]; negated: boolean }
export type Filter = Condition | Group

export type Order = { column: string; descending: boolean; nulls: 'first' | 'last' | undefined }

/** The same for a table and for each resource embedded in it. */
export type Query = {
  fields: Field[]
  filters: Filter[]
  order: Order[]
  limit: number | undefined
  offset: number
}

/** How much one address may ask for; generous for people, short for whoever tries. */
export const BOUNDS = {
  urlCharacters: 8_192,
  embedDepth: 5,
  groupDepth: 10,
  parts: 500,
}
