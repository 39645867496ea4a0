import { failures } from '../failures.ts'
import type { Join, Relationships } from './relationships.ts'

export type ColumnInfo = {
  name: string
  type: string
  default: string | null
  /** Whether the text format, quoted if necessary, is valid JSON; false for arrays and composites. */
  plain: boolean
}
export type Relation = {
  name: string
  columns: ReadonlyMap<string, ColumnInfo>
  primaryKey: readonly string[]
  /** The tables whose columns the relation shows; for a table, only itself. */
  tables: readonly string[]
  /** Functions of a row of it, by name, and whether they return rows. */
  computed: ReadonlyMap<string, boolean>
  /** Whether anything is granted to anonymous callers. */
  forAnon: boolean
}
/** An argument without a name has an empty one. */
export type Argument = { name: string; type: string; optional: boolean; variadic: boolean }
export type FunctionInfo = {
  name: string
  arguments: readonly Argument[]
  returnsSet: boolean
  /** Columns of the result; undefined for a scalar function. */
  rows: Relation | undefined
  isVoid: boolean
  /** Whether it returns records whose columns only the caller could name. */
  isUntyped: boolean
  forAnon: boolean
}

/** Whether the only argument is an unnamed one of JSON: as in PostgREST, it gets the whole body. */
export const takesBody = ({ arguments: [only, another] }: FunctionInfo): boolean =>
  only?.name === '' && /^jsonb?$/.test(only.type) && another === undefined

const signature = ({ name, arguments: all }: FunctionInfo) =>
  `public.${name}(${all.map((one) => `${one.name} => ${one.type}`).join(', ')})`

/** The tables, functions and foreign keys that requests may name. */
export class Catalogue {
  readonly #relations: ReadonlyMap<string, Relation>
  readonly #relationships: Relationships
  /** Whether anything in the database reads request.headers, request.method or request.path. */
  readonly readsRequest: boolean
  readonly #functions: ReadonlyMap<string, readonly FunctionInfo[]>

  constructor(
    relations: readonly Relation[],
    relationships: Relationships,
    functions: readonly FunctionInfo[],
    readsRequest: boolean,
  ) {
    this.readsRequest = readsRequest
    this.#relations = new Map(relations.map((relation) => [relation.name, relation]))
    this.#relationships = relationships
    this.#functions = Map.groupBy(functions, ({ name }) => name)
  }

  table(name: string): Relation {
    const relation = this.#relations.get(name)
    if (!relation) throw failures.tableUnknown(name)
    return relation
  }

  /** Refuses anonymous callers as the database would, but without asking it. */
  requireAnon(kind: 'table' | 'function', name: string): void {
    const table = this.#relations.get(name)
    const named = kind === 'table' ? (table ? [table] : []) : (this.#functions.get(name) ?? [])
    if (named.length > 0 && !named.some(({ forAnon }) => forAnon)) {
      throw failures.notForAnon(kind, name)
    }
  }

  /** Finds the overload that accepts exactly these arguments, or else the whole body, if there is one. */
  function(name: string, given: readonly string[], hasBody: boolean): FunctionInfo {
    const all = this.#functions.get(name) ?? []
    const fitting = all.filter(
      (candidate) =>
        given.every((wanted) =>
          candidate.arguments.some((argument) => wanted !== '' && argument.name === wanted),
        ) &&
        candidate.arguments.every((argument) => argument.optional || given.includes(argument.name)),
    )
    const possible = fitting.length > 0 || !hasBody ? fitting : all.filter(takesBody)
    const [only, another] = possible
    if (!only) throw failures.functionUnknown(name, given.toSorted(), hasBody)
    if (another) throw failures.functionAmbiguous(possible.map(signature))
    return only
  }

  /** Argument names of all overloads of a function. */
  argumentNames(name: string): Set<string> {
    const all = this.#functions.get(name) ?? []
    return new Set(all.flatMap((each) => each.arguments.map((argument) => argument.name)))
  }

  join(from: string, to: string, hint: string | undefined): Join {
    if (this.#relations.get(from)?.computed.get(to))
      throw failures.notOffered(`Embedding by the function '${to}'`)
    return this.#relationships.find(from, to, hint)
  }
}
