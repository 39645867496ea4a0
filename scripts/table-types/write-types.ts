import type { Catalogue, Column, ForeignKey, Relation } from './catalogue.ts'
import { byName, fields } from './type-fields.ts'
import { columnText } from './type-text.ts'
import { writeFunctions } from './write-functions.ts'

const HEADER = '// Generated from the migrations by `npm run generate:tables`: do not edit.'

const JSON_TYPE =
  'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]'

const mayBeLeftOut = ({ isNullable, hasDefault }: Column) => isNullable || hasDefault

function writeRow(catalogue: Catalogue, { columns }: Relation): string {
  return fields(columns, (column) => [column.name, columnText(catalogue, column)])
}

/** Insert and update types; generated columns cannot be written. */
function writeInput(
  catalogue: Catalogue,
  { columns }: Relation,
  isOptional: (column: Column) => boolean,
): string {
  return fields(columns, (column) =>
    column.isComputed
      ? [column.name, 'never', 'optional']
      : [column.name, columnText(catalogue, column), isOptional(column) && 'optional'],
  )
}

const writeRelationship = (key: ForeignKey) => `{
  foreignKeyName: ${JSON.stringify(key.name)}
  columns: ${JSON.stringify(key.columns)}
  isOneToOne: ${key.isOneToOne}
  referencedRelation: ${JSON.stringify(key.target)}
  referencedColumns: ${JSON.stringify(key.targetColumns)}
}`

const writeTable = (catalogue: Catalogue, table: Relation) => `{
  Row: ${writeRow(catalogue, table)}
  Insert: ${writeInput(catalogue, table, mayBeLeftOut)}
  Update: ${writeInput(catalogue, table, () => true)}
  Relationships: [${table.foreignKeys.toSorted(byName).map(writeRelationship).join(', ')}]
}`

const writeView = (catalogue: Catalogue, view: Relation) => `{
  Row: ${writeRow(catalogue, view)}
  Relationships: []
}`

/** The `Database` type of supabase-js, not formatted yet. */
export function writeTypes(catalogue: Catalogue): string {
  const ofKind = (kind: Relation['kind']) =>
    catalogue.relations.filter((relation) => relation.kind === kind)
  return `${HEADER}

${JSON_TYPE}

export type Database = {
  public: {
    Tables: ${fields(ofKind('table'), (table) => [table.name, writeTable(catalogue, table)])}
    Views: ${fields(ofKind('view'), (view) => [view.name, writeView(catalogue, view)])}
    Functions: ${writeFunctions(catalogue)}
    Enums: ${fields(catalogue.enums, ({ name, values }) => [
      name,
      values.map((value) => JSON.stringify(value)).join(' | '),
    ])}
    CompositeTypes: ${fields(ofKind('composite'), (type) => [type.name, writeRow(catalogue, type)])}
  }
}
`
}
