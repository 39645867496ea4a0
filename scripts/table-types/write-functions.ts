import type { Catalogue, DatabaseFunction } from './catalogue.ts'
import { mayBeNull } from './nullable-results.ts'
import { fields } from './type-fields.ts'
import { typeText } from './type-text.ts'

function writeArguments(catalogue: Catalogue, { args }: DatabaseFunction): string {
  if (args.length === 0) return 'never'
  return fields(args, ({ name, type, hasDefault }) => [
    name,
    typeText(catalogue, type),
    hasDefault && 'optional',
  ])
}

function writeReturns(catalogue: Catalogue, { name, returns }: DatabaseFunction): string {
  const { type, columns, isSet } = returns
  const one =
    columns.length > 0
      ? fields(columns, (column) => [
          column.name,
          `${typeText(catalogue, column.type)}${mayBeNull(name, column.name) ? ' | null' : ''}`,
        ])
      : typeText(catalogue, type)
  return isSet ? `${one}[]` : one
}

/** Tells the client which table's columns and relationships the result has. */
function writeSource({ relations }: Catalogue, { returns }: DatabaseFunction): string {
  const { schema, name, isArray } = returns.type
  const isRow = relations.some((relation) => relation.name === name)
  if (schema !== 'public' || isArray || !isRow) return ''
  return `SetofOptions: {
    from: '*'
    to: ${JSON.stringify(name)}
    isOneToOne: ${!returns.isSet}
    isSetofReturn: ${returns.isSet}
  }`
}

const writeFunction = (catalogue: Catalogue, one: DatabaseFunction) => `{
  Args: ${writeArguments(catalogue, one)}
  Returns: ${writeReturns(catalogue, one)}
  ${writeSource(catalogue, one)}
}`

/** Overloads become a union in one field. */
export function writeFunctions(catalogue: Catalogue): string {
  const named = Map.groupBy(catalogue.functions, ({ name }) => name)
  return fields(
    [...named].map(([name, overloads]) => ({ name, overloads })),
    ({ name, overloads }) => [
      name,
      overloads
        .map((one) => writeFunction(catalogue, one))
        .toSorted()
        .join(' | '),
    ],
  )
}
