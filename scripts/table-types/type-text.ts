import { allowedValues } from './allowed-values.ts'
import type { Catalogue, Column, DataType } from './catalogue.ts'

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

/** A reference to the row type of a table, view or composite type. */
function rowText({ relations }: Catalogue, name: string): string | undefined {
  const kind = relations.find((relation) => relation.name === name)?.kind
  if (!kind) return undefined
  const key = JSON.stringify(name)
  if (kind === 'composite') return `Database['public']['CompositeTypes'][${key}]`
  return `Database['public'][${kind === 'view' ? "'Views'" : "'Tables'"}][${key}]['Row']`
}

function elementText(catalogue: Catalogue, { schema, name }: DataType): string | undefined {
  if (schema === 'pg_catalog') return BUILT_IN.get(name)
  if (schema !== 'public') return undefined
  return catalogue.enums.some((known) => known.name === name)
    ? `Database['public']['Enums'][${JSON.stringify(name)}]`
    : rowText(catalogue, name)
}

/** Throws on unknown types instead of falling back to `unknown`. */
export function typeText(catalogue: Catalogue, type: DataType): string {
  const text = elementText(catalogue, type)
  if (!text) {
    throw new Error(
      `No TypeScript type for ${type.schema}.${type.name}: add one in scripts/table-types/type-text.ts`,
    )
  }
  return type.isArray ? `${text}[]` : text
}

/** A column's type; a check on allowed values becomes a union of literals. */
export function columnText(catalogue: Catalogue, column: Column): string {
  const allowed = column.checks.map(allowedValues).find((values) => values !== undefined)
  const text =
    allowed?.map((value) => JSON.stringify(value)).join(' | ') ?? typeText(catalogue, column.type)
  return column.isNullable ? `${text} | null` : text
}
