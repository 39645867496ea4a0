import { failures } from '../failures.ts'

export type ForeignKey = {
  name: string
  from: string
  fromColumns: readonly string[]
  to: string
  toColumns: readonly string[]
  /** One-to-one: the referenced side embeds an object instead of a list. */
  unique: boolean
}

type Pair = readonly [local: string, foreign: string]

/** A join from one relation to another. */
export type Join = {
  /** The name of its foreign key. */
  key: string
  origin: string
  target: string
  kind: 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many'
  /** Columns of the origin, paired with those of the target or of the junction table. */
  pairs: readonly Pair[]
  /** The junction table, with its columns paired with those of the target. */
  through?: { table: string; key: string; pairs: readonly Pair[] }
}

/** A view shows these columns of a table, under these names. */
export type ViewColumns = {
  view: string
  table: string
  names: ReadonlyMap<string, string>
}

const zip = (left: readonly string[], right: readonly string[]): Pair[] =>
  left.map((name, index) => [name, right[index] ?? ''])

/** The same key seen through every view that shows all of its columns. */
function throughViews(key: ForeignKey, views: readonly ViewColumns[]): ForeignKey[] {
  const sides = (table: string, columns: readonly string[]) => [
    { relation: table, columns },
    ...views
      .filter((view) => view.table === table && columns.every((name) => view.names.has(name)))
      .map(({ view, names }) => ({
        relation: view,
        columns: columns.map((name) => names.get(name) ?? ''),
      })),
  ]
  return sides(key.from, key.fromColumns).flatMap((from) =>
    sides(key.to, key.toColumns).map((to) => ({
      name: key.name,
      unique: key.unique,
      from: from.relation,
      fromColumns: from.columns,
      to: to.relation,
      toColumns: to.columns,
    })),
  )
}

function directJoins(key: ForeignKey): Join[] {
  const { name, from, to, fromColumns, toColumns, unique } = key
  const common = { key: name }
  return [
    {
      ...common,
      origin: from,
      target: to,
      kind: unique ? 'one-to-one' : 'many-to-one',
      pairs: zip(fromColumns, toColumns),
    },
    {
      ...common,
      origin: to,
      target: from,
      kind: unique ? 'one-to-one' : 'one-to-many',
      pairs: zip(toColumns, fromColumns),
    },
  ]
}

/** Many-to-many joins: two foreign keys of a junction table whose primary key contains both. */
function joinsThrough(
  keys: readonly ForeignKey[],
  primaryKeyOf: (table: string) => readonly string[],
): Join[] {
  return keys.flatMap((one) =>
    keys
      .filter((two) => {
        const primaryKey = primaryKeyOf(one.from)
        const columns = [...one.fromColumns, ...two.fromColumns]
        return (
          two.from === one.from &&
          two.name !== one.name &&
          !one.unique &&
          !two.unique &&
          columns.every((name) => primaryKey.includes(name))
        )
      })
      .map((two) => ({
        key: one.name,
        origin: one.to,
        target: two.to,
        kind: 'many-to-many' as const,
        pairs: zip(one.toColumns, one.fromColumns),
        through: { table: one.from, key: two.name, pairs: zip(two.fromColumns, two.toColumns) },
      })),
  )
}

/** Which relation a request means by a name in `select`, by PostgREST's rules. */
export class Relationships {
  readonly #joins: ReadonlyMap<string, readonly Join[]>
  readonly #views: ReadonlySet<string>

  constructor(
    foreignKeys: readonly ForeignKey[],
    views: readonly ViewColumns[],
    primaryKeyOf: (table: string) => readonly string[],
  ) {
    const keys = foreignKeys.flatMap((key) => throughViews(key, views))
    const joins = [...keys.flatMap(directJoins), ...joinsThrough(keys, primaryKeyOf)]
    this.#joins = Map.groupBy(joins, ({ origin }) => origin)
    this.#views = new Set(views.map(({ view }) => view))
  }

  /** The target names a relation, a foreign key or a column with one; the hint picks from several matches. */
  find(origin: string, target: string, hint: string | undefined): Join {
    const joins = (this.#joins.get(origin) ?? []).filter((join) => {
      if (join.origin === join.target) return isSelfJoin(join, target, hint)
      if (hint !== undefined) return join.target === target && isHint(join, hint)
      const byKey = !this.#views.has(join.target) && names(join, target)
      return join.target === target || byKey
    })
    const [only, another] = joins
    if (!only) throw failures.relationship(origin, target, hint)
    if (another) {
      const choices = joins.map((join) => `${join.target}!${join.through?.table ?? join.key}`)
      throw failures.ambiguous(origin, target, joins.map(describe), choices)
    }
    return only
  }
}

const onlyPair = ({ through, pairs }: Join) =>
  !through && pairs.length === 1 ? pairs[0] : undefined

/** Whether the word is the foreign key's name or its column in the origin. */
const names = (join: Join, word: string) =>
  !join.through && (join.key === word || onlyPair(join)?.[0] === word)

const isHint = (join: Join, hint: string) =>
  names(join, hint) || onlyPair(join)?.[1] === hint || join.through?.table === hint

/** A key from a table to itself makes two joins: the table's name is the list, the column the single row. */
function isSelfJoin(join: Join, target: string, hint: string | undefined): boolean {
  const [local, foreign] = onlyPair(join) ?? []
  if (join.kind === 'one-to-many') return target === join.target && (hint ?? foreign) === foreign
  return join.kind === 'many-to-one' && hint === undefined && target === local
}

const columnsOf = (pairs: Join['pairs'], side: 0 | 1) =>
  `(${pairs.map((pair) => pair[side]).join(', ')})`

/** Describes a join for the error that lists several matches. */
function describe({ key, kind, origin, target, pairs, through }: Join) {
  const relationship = through
    ? `${through.table} using ${key}${columnsOf(pairs, 1)} and ${through.key}${columnsOf(through.pairs, 0)}`
    : `${key} using ${origin}${columnsOf(pairs, 0)} and ${target}${columnsOf(pairs, 1)}`
  return { cardinality: kind, embedding: `${origin} with ${target}`, relationship }
}
