import type { ClientBase } from 'pg'
import {
  DEFAULT_PRIVILEGES,
  FUNCTION_LIST,
  SCHEMA_LIST,
  TABLE_LIST,
  UNKNOWN_OBJECTS,
} from './schema-queries.ts'

export type Grant = [grantee: string, privilege: string]

export type SchemaObject = {
  name: string
  isBuiltIn: boolean
  comment: string | null
  grants: Grant[]
}

export type DefaultPrivilege = {
  schema: string | null
  objects: string
  verb: 'grant' | 'revoke'
  privilege: string
  grantee: string
}

export type FunctionObject = {
  signature: string
  name: string
  arguments: string[]
  result: string
  language: string
  options: string[]
  settings: string[]
  body: string
  comment: string | null
  isUsedByTables: boolean
  grants: Grant[]
}

export type ColumnObject = {
  name: string
  type: string
  isNotNull: boolean
  identity: string | null
  isGenerated: boolean
  isUncompressed: boolean
  default: string | null
  comment: string | null
  grants: Grant[]
}

export type PolicyObject = {
  name: string
  command: string
  isPermissive: boolean
  roles: string[]
  using: string | null
  check: string | null
}

export type TableObject = {
  name: string
  isUnlogged: boolean
  hasRowSecurity: boolean
  comment: string | null
  columns: ColumnObject[]
  constraints: { name: string; definition: string }[]
  /** Tables that this one's foreign keys point to. */
  references: string[]
  indexes: string[]
  triggers: string[]
  policies: PolicyObject[]
  grants: Grant[]
}

export type Schema = {
  schemas: SchemaObject[]
  defaultPrivileges: DefaultPrivilege[]
  functions: FunctionObject[]
  tables: TableObject[]
}

/** Reads everything the migrations made; fails on a kind of object that could not be written again. */
export async function readSchema(client: ClientBase): Promise<Schema> {
  const all = async <Row extends object>(query: string) => (await client.query<Row>(query)).rows
  const unknown = await all<{ object: string }>(UNKNOWN_OBJECTS)
  if (unknown.length > 0) {
    const names = unknown.map(({ object }) => object).join(', ')
    throw new Error(`scripts/schema does not know how to write ${names}: teach it`)
  }
  return {
    schemas: await all<SchemaObject>(SCHEMA_LIST),
    defaultPrivileges: await all<DefaultPrivilege>(DEFAULT_PRIVILEGES),
    functions: await all<FunctionObject>(FUNCTION_LIST),
    tables: await all<TableObject>(TABLE_LIST),
  }
}
