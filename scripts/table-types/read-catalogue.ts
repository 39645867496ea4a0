import type { ClientBase, Pool } from 'pg'
import type { Catalogue, DatabaseFunction, DataType, Relation } from './catalogue.ts'
import { ENUMS, FUNCTIONS, RELATIONS } from './catalogue-queries.ts'

type FunctionRow = {
  name: string
  defaults: number
  returns: { type: DataType; isSet: boolean }
  args: { name: string; mode: string; type: DataType }[]
}

function toFunction({ name, defaults, returns, args }: FunctionRow): DatabaseFunction {
  const inputs = args.filter(({ mode }) => 'ibv'.includes(mode))
  const outputs = args.filter(({ mode }) => 'tob'.includes(mode))
  return {
    name,
    // Only trailing arguments can have defaults.
    args: inputs.map((arg, at) => ({
      name: arg.name,
      type: arg.type,
      hasDefault: at >= inputs.length - defaults,
    })),
    returns: {
      ...returns,
      columns: outputs.map((column) => ({ name: column.name, type: column.type })),
    },
  }
}

export async function readCatalogue(database: ClientBase | Pool): Promise<Catalogue> {
  const relations = await database.query<Relation>(RELATIONS)
  const functions = await database.query<FunctionRow>(FUNCTIONS)
  const enums = await database.query<Catalogue['enums'][number]>(ENUMS)
  return {
    relations: relations.rows,
    // Clients pass arguments by name, so functions with unnamed arguments cannot be called.
    functions: functions.rows.map(toFunction).filter(({ args }) => args.every((arg) => arg.name)),
    enums: enums.rows,
  }
}
