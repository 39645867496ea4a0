import type {
  Catalogue,
  Column,
  DatabaseFunction,
  DataType,
  ForeignKey,
  Table,
} from './catalogue.ts'
import { mayBeNull } from './nullable-results.ts'

const HEADER = '// Generated from the migrations by `npm run generate:tables`: do not edit.'

const JSON_TYPE =
  'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]'

/** TypeScript types of PostgreSQL values in JSON. */
const BUILT_IN = new Map(
  Object.entries({
    string:
      'uuid text varchar bpchar name timestamptz timestamp date time timetz interval bytea inet',
    number: 'int2 int4 int8 float4 float8 numeric',
    boolean: 'bool',
    Json: 'json jsonb',
    undefined: 'void',
    'Record<string, unknown>': 'record',
  }).flatMap(([text, names]) => names.split(' ').map((name) => [name, text] as const)),
)

type Named = { name: string }
type Field = [name: string, type: string, isOptional?: boolean]

/** Sorts by code units, independent of locale. */
const byName = (a: Named, b: Named) => Number(a.name > b.name) - Number(a.name < b.name)

/** An object type with one field per item, sorted by name. */
function fields<Item extends Named>(items: Item[], toField: (item: Item) => Field): string {
  const lines = items.toSorted(byName).map((item) => {
    const [name, type, isOptional] = toField(item)
    return `${JSON.stringify(name)}${isOptional ? '?' : ''}: ${type}`
  })
  return `{\n${lines.join('\n') || '[_ in never]: never'}\n}`
}

const NOTHING = fields([], () => ['', ''])

const isRowOf = ({ tables }: Catalogue, { schema, name }: DataType) =>
  schema === 'public' && tables.some((table) => table.name === name)

/** Throws on unknown types instead of falling back to `unknown`. */
function typeText(catalogue: Catalogue, type: DataType): string {
  const text = isRowOf(catalogue, type)
    ? `Database['public']['Tables'][${JSON.stringify(type.name)}]['Row']`
    : type.schema === 'pg_catalog' && BUILT_IN.get(type.name)
  if (text) return type.isArray ? `${text}[]` : text
  throw new Error(
    `No TypeScript type for ${type.schema}.${type.name}: add one in scripts/table-types/write-types.ts`,
  )
}

const NAME = String.raw`(?:\w+|"(?:[^"]|"")+")`
const VALUE = String.raw`'(?:[^']|'')*'::text`

/** How PostgreSQL prints `column = 'a'` and `column in ('a', 'b')`. */
const ONE = new RegExp(`^\\(${NAME} = (${VALUE})\\)$`)
const SEVERAL = new RegExp(`^\\(${NAME} = ANY \\(ARRAY\\[(${VALUE}(?:, ${VALUE})*)\\]\\)\\)$`)

/** The values that a check allows, as a union of literals; undefined for other kinds of checks. */
function allowedValues(check: string): string | undefined {
  const values = (ONE.exec(check) ?? SEVERAL.exec(check))?.[1]?.match(new RegExp(VALUE, 'g'))
  return values
    ?.map((value) => JSON.stringify(value.slice(1, -"'::text".length).replaceAll("''", "'")))
    .join(' | ')
}

function columnText(catalogue: Catalogue, column: Column): string {
  const text = column.checks.map(allowedValues).find(Boolean) ?? typeText(catalogue, column.type)
  return column.isNullable ? `${text} | null` : text
}

const writeRelationship = (key: ForeignKey) => `{
  foreignKeyName: ${JSON.stringify(key.name)}
  columns: ${JSON.stringify(key.columns)}
  isOneToOne: ${key.isOneToOne}
  referencedRelation: ${JSON.stringify(key.target)}
  referencedColumns: ${JSON.stringify(key.targetColumns)}
}`

function writeTable(catalogue: Catalogue, { columns, foreignKeys }: Table): string {
  const text = (column: Column) => columnText(catalogue, column)
  /** Generated columns cannot be written. */
  const input = (isOptional: (column: Column) => boolean) =>
    fields(columns, (column) =>
      column.isComputed
        ? [column.name, 'never', true]
        : [column.name, text(column), isOptional(column)],
    )
  return `{
    Row: ${fields(columns, (column) => [column.name, text(column)])}
    Insert: ${input(({ isNullable, hasDefault }) => isNullable || hasDefault)}
    Update: ${input(() => true)}
    Relationships: [${foreignKeys.toSorted(byName).map(writeRelationship).join(', ')}]
  }`
}

/** Tells the client which table's columns and relationships the result has. */
const writeSource = ({ returns, isSet }: DatabaseFunction) => `SetofOptions: {
  from: '*'
  to: ${JSON.stringify(returns.name)}
  isOneToOne: ${!isSet}
  isSetofReturn: ${isSet}
}`

function writeFunction(catalogue: Catalogue, one: DatabaseFunction): string {
  const { name, args, columns, defaults, returns, isSet } = one
  const firstOptional = args.length - defaults
  const input = fields(args, (arg) => [
    arg.name,
    typeText(catalogue, arg.type),
    args.indexOf(arg) >= firstOptional,
  ])
  const result =
    columns.length > 0
      ? fields(columns, (column) => [
          column.name,
          `${typeText(catalogue, column.type)}${mayBeNull(name, column.name) ? ' | null' : ''}`,
        ])
      : typeText(catalogue, returns)
  return `{
    Args: ${args.length > 0 ? input : 'never'}
    Returns: ${result}${isSet ? '[]' : ''}
    ${isRowOf(catalogue, returns) && !returns.isArray ? writeSource(one) : ''}
  }`
}

/** The `Database` type of supabase-js, not formatted yet. */
export const writeTypes = (catalogue: Catalogue): string => `${HEADER}

${JSON_TYPE}

export type Database = {
  public: {
    Tables: ${fields(catalogue.tables, (table) => [table.name, writeTable(catalogue, table)])}
    Views: ${NOTHING}
    Functions: ${fields(catalogue.functions, (one) => [one.name, writeFunction(catalogue, one)])}
    Enums: ${NOTHING}
    CompositeTypes: ${NOTHING}
  }
}
`

/** What is JSON there may be any value here. */
const givenText = (type: DataType): string =>
  BUILT_IN.get(type.name) === 'Json'
    ? 'unknown'
    : `${typeText({ tables: [], functions: [] }, type)} | null`

/** The row types of the schema `private`, not formatted yet. */
export const writeRowTypes = (types: Table[]): string => `${HEADER}

/** The rows that functions take in place of many parameters. */
export type RowTypes = ${fields(types, ({ name, columns }) => [
  name,
  fields(columns, (column) => [column.name, givenText(column.type)]),
])}
`
