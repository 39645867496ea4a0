import type { Pool } from 'pg'
import { withClient } from '../../database/pool.ts'
import {
  type Argument,
  Catalogue,
  type ColumnInfo,
  type FunctionInfo,
  type Relation,
} from './catalogue.ts'
import { type ForeignKey, Relationships, type ViewColumns } from './relationships.ts'

type Origin = { column: number; table: string; tableColumn: number }

const NODE = /\\.|[{}]/gs
const TARGET =
  /:resno (\d+) :resname .* :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false$/s

/**
 * Finds, in the stored query of a view, the table columns (by number) that it shows unchanged. Nodes are in
 * braces; the result columns of the query itself are the target entries one level below it.
 */
function originsOf(query: string): Origin[] {
  const origins: Origin[] = []
  let depth = 0
  let start = 0
  for (const { 0: sign, index } of query.matchAll(NODE)) {
    if (sign === '{') {
      depth += 1
      if (depth === 2) start = index
    } else if (sign === '}') {
      if (depth === 2 && query.startsWith('{TARGETENTRY', start)) {
        const [, column, table = '0', tableColumn] = TARGET.exec(query.slice(start, index)) ?? []
        if (table !== '0')
          origins.push({ column: Number(column), table, tableColumn: Number(tableColumn) })
      }
      depth -= 1
    }
  }
  return origins
}

type TableRow = {
  oid: string
  name: string
  /** The stored query of a view. */
  query: string | null
  columns: ColumnInfo[]
  /** Column names by their numbers. */
  names: Record<string, string> | null
  primary_key: string[] | null
  for_anon: boolean
}
type FunctionRow = {
  name: string
  returns_set: boolean
  is_void: boolean
  is_record: boolean
  arguments: Argument[]
  row_columns: ColumnInfo[] | null
  row_table: string | null
  /** The table whose row is the only argument. */
  of_table: string | null
  for_anon: boolean
}

const COLUMNS_OF = (oid: string) => `(
  select coalesce(json_agg(json_build_object(
    'name', attname,
    'type', format_type(atttypid, atttypmod),
    'default', pg_get_expr(adbin, adrelid),
    'plain', typtype in ('b', 'e') and typcategory <> 'A'
  ) order by attnum), '[]')
  from pg_attribute join pg_type on pg_type.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = ${oid} and attnum > 0 and not attisdropped
)`

const TABLES = `
  select pg_class.oid::text as oid, relname as name, (
    select ev_action::text from pg_rewrite where ev_class = pg_class.oid and rulename = '_RETURN'
  ) as query, ${COLUMNS_OF('pg_class.oid')} as columns, (
    select json_object_agg(attnum, attname) from pg_attribute where attrelid = pg_class.oid and attnum > 0
  ) as names, (
    select json_agg(attname order by position)
    from pg_constraint, unnest(conkey) with ordinality as key (number, position)
    join pg_attribute on attnum = key.number
    where contype = 'p' and conrelid = pg_class.oid and attrelid = pg_class.oid
  ) as primary_key, has_table_privilege('anon', oid, 'select, insert, update, delete')
    or has_any_column_privilege('anon', oid, 'select, insert, update') as for_anon
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`

const FOREIGN_KEYS = `
  select conname as name, child.relname as "from", parent.relname as "to", (
    select json_agg(attname order by position)
    from unnest(conkey) with ordinality as key (number, position)
    join pg_attribute on attrelid = conrelid and attnum = key.number
  ) as "fromColumns", (
    select json_agg(attname order by position)
    from unnest(confkey) with ordinality as key (number, position)
    join pg_attribute on attrelid = confrelid and attnum = key.number
  ) as "toColumns", exists (
    select from pg_index
    where indrelid = conrelid and indisunique and indpred is null and indnkeyatts = indnatts
      and indkey::int2[] <@ conkey and indkey::int2[] @> conkey
  ) as "unique"
  from pg_constraint
  join pg_class as child on child.oid = conrelid
  join pg_class as parent on parent.oid = confrelid
  where contype = 'f'
    and child.relnamespace = 'public'::regnamespace
    and parent.relnamespace = 'public'::regnamespace
  order by child.relname, conname`

// Leaves out trigger functions and functions of extensions.
const FUNCTIONS = `
  select proname as name, proretset as returns_set, prorettype = 'void'::regtype as is_void,
    prorettype = 'record'::regtype as is_record, (
    select coalesce(json_agg(json_build_object(
      'name', coalesce(name, ''),
      'type', format_type(type, null),
      'optional', position > pronargs - pronargdefaults,
      'variadic', coalesce(mode = 'v', false)
    ) order by position), '[]')
    from (
      select name, type, mode, row_number() over (order by place) as position
      from unnest(coalesce(proallargtypes, proargtypes::oid[]), proargmodes, proargnames)
        with ordinality as argument (type, mode, name, place)
      where coalesce(mode, 'i') in ('i', 'b', 'v')
    ) as given
  ) as arguments, (
    select relname from pg_type join pg_class on pg_class.oid = typrelid
    where pronargs = 1 and pg_type.oid = proargtypes[0] and relnamespace = 'public'::regnamespace
  ) as of_table, case
    when relation.oid is not null then ${COLUMNS_OF('relation.oid')}
    when proargmodes && array['o', 'b', 't']::"char"[] then (
      select json_agg(json_build_object(
        'name', coalesce(nullif(name, ''), 'column' || position), 'type', format_type(type, null),
        'default', null, 'plain', typtype in ('b', 'e') and typcategory <> 'A'
      ) order by position)
      from (
        select name, type, row_number() over (order by place) as position
        from unnest(proallargtypes, proargmodes, proargnames)
          with ordinality as argument (type, mode, name, place)
        where mode in ('o', 'b', 't')
      ) as output
      join pg_type on pg_type.oid = type
    )
  end as row_columns, relation.relname as row_table,
    has_function_privilege('anon', pg_proc.oid, 'execute') as for_anon
  from pg_proc
  join pg_type as returned on returned.oid = prorettype
  left join pg_class as relation on relation.oid = returned.typrelid
  where pronamespace = 'public'::regnamespace
    and prokind = 'f'
    and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
    and not exists (
      select from pg_depend
      where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
    )`

/** How a text constant appears in a stored expression: as a list of byte values. */
const asBytes = (text: string) => [...Buffer.from(text)].join(' ')

const SETTINGS = ['headers', 'method', 'path']

/** Objects that PostgreSQL itself creates have smaller OIDs. */
const FIRST_OWN_OID = 16_384

/** `strpos` is cheaper than a regular expression and rules out most texts. */
const hasName = (text: string, before: string, names: readonly string[]) =>
  `(strpos(${text}, '${before}') > 0 and ${text} ~ '${before.replace('.', '[.]')}(${names.join('|')})')`

const inSource = (text: string) => hasName(text, 'request.', SETTINGS)
const inStored = (text: string) => hasName(text, `${asBytes('request.')} `, SETTINGS.map(asBytes))

/**
 * Whether any function, policy, default or view mentions a setting of the request. Searches stored
 * expressions in their raw form and skips PostgreSQL's own views, which took a third of the database's time
 * at each start.
 */
const READS_REQUEST = `
  select exists (
    select from pg_proc where pronamespace <> 'pg_catalog'::regnamespace
      and (${inSource('prosrc')} or ${inStored('prosqlbody::text')})
    union all select from pg_policy
      where ${inStored('polqual::text')} or ${inStored('polwithcheck::text')}
    union all select from pg_attrdef where ${inStored('adbin::text')}
    union all select from pg_rewrite where ev_class >= ${FIRST_OWN_OID}
      and (${inStored('ev_action::text')} or ${inStored('ev_qual::text')})
  ) as reads`

/** How many views may be built on top of each other. */
const MAX_VIEWS = 10

const byName = (columns: readonly ColumnInfo[]) =>
  new Map(columns.map((column) => [column.name, column]))

/** The name of the column with this number. */
const columnName = ({ names }: TableRow, column: number) =>
  new Map(Object.entries(names ?? {})).get(String(column)) ?? ''

/** The table columns that views show, directly or through other views. */
function viewColumns(rows: readonly TableRow[]): ViewColumns[] {
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  const shown = (row: TableRow, depth = 0): [table: string, column: string, as: string][] =>
    originsOf(row.query ?? '').flatMap(({ column, table, tableColumn }) => {
      const as = columnName(row, column)
      const origin = byOid.get(table)
      if (!origin || depth > MAX_VIEWS) return []
      const name = columnName(origin, tableColumn)
      if (origin.query === null) return [[origin.name, name, as]]
      return shown(origin, depth + 1)
        .filter(([, , inner]) => inner === name)
        .map(([base, baseColumn]) => [base, baseColumn, as])
    })
  return rows.flatMap((row) =>
    [...Map.groupBy(shown(row), ([table]) => table)].map(([table, columns]) => ({
      view: row.name,
      table,
      names: new Map(columns.map(([, column, as]) => [column, as])),
    })),
  )
}

export async function readCatalogue(pool: Pool): Promise<Catalogue> {
  // Uses one connection, because each new one has to fill its own cache of the system catalogues.
  const [tables, foreignKeys, functions, request] = await withClient(
    pool,
    async (client) =>
      [
        await client.query<TableRow>(TABLES),
        await client.query<ForeignKey>(FOREIGN_KEYS),
        await client.query<FunctionRow>(FUNCTIONS),
        await client.query<{ reads: boolean }>(READS_REQUEST),
      ] as const,
  )
  const views = viewColumns(tables.rows)
  const rowFunctions = Map.groupBy(functions.rows, ({ of_table }) => of_table)
  const computedFor = (table: string | null) =>
    new Map(
      table === null
        ? []
        : rowFunctions.get(table)?.map((row) => [row.name, row.row_table !== null]),
    )
  const relations = tables.rows.map(
    ({ name, query, columns, primary_key, for_anon }): Relation => ({
      name,
      columns: byName(columns),
      primaryKey: primary_key ?? [],
      computed: computedFor(name),
      tables: query === null ? [name] : views.filter((v) => v.view === name).map((v) => v.table),
      forAnon: for_anon,
    }),
  )
  const described = functions.rows.map(
    (row): FunctionInfo => ({
      name: row.name,
      arguments: row.arguments,
      returnsSet: row.returns_set,
      isVoid: row.is_void,
      isUntyped: row.is_record && row.row_columns === null,
      forAnon: row.for_anon,
      rows: row.row_columns
        ? {
            name: row.row_table ?? row.name,
            columns: byName(row.row_columns),
            primaryKey: [],
            tables: [row.row_table ?? row.name],
            computed: computedFor(row.row_table),
            forAnon: row.for_anon,
          }
        : undefined,
    }),
  )
  const primaryKeys = new Map(relations.map(({ name, primaryKey }) => [name, primaryKey]))
  const relationships = new Relationships(
    foreignKeys.rows,
    views,
    (table) => primaryKeys.get(table) ?? [],
  )
  return new Catalogue(relations, relationships, described, request.rows[0]?.reads ?? true)
}
