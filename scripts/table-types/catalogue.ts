/** What the database says of its schema `public`, in no particular order. */
export type Catalogue = {
  relations: Relation[]
  functions: DatabaseFunction[]
  enums: { name: string; values: string[] }[]
}

export type Relation = {
  name: string
  kind: 'table' | 'view' | 'composite'
  columns: Column[]
  foreignKeys: ForeignKey[]
}

export type Column = {
  name: string
  type: DataType
  isNullable: boolean
  hasDefault: boolean
  /** Always the database's own value: nobody may send one. */
  isComputed: boolean
  /** The conditions of checks on this column alone, as PostgreSQL writes them. */
  checks: string[]
}

/** Only those whose target is in `public` too. */
export type ForeignKey = {
  name: string
  columns: string[]
  isOneToOne: boolean
  target: string
  targetColumns: string[]
}

export type DatabaseFunction = {
  name: string
  args: { name: string; type: DataType; hasDefault: boolean }[]
  returns: { type: DataType; isSet: boolean; columns: { name: string; type: DataType }[] }
}

/** A type or, of an array, the type of its elements. */
export type DataType = { schema: string; name: string; isArray: boolean }
