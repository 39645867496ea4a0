const PUBLIC = `'public'::regnamespace`

/** Excludes objects that belong to an extension. */
const isOurs = (catalogue: string, oid: string) => `not exists (
  select from pg_depend
  where classid = '${catalogue}'::regclass and objid = ${oid} and deptype = 'e')`

const listOf = (value: string) => `coalesce(jsonb_agg(${value}), '[]')`

const typeOf = (oid: string) => `(
  select jsonb_build_object(
    'schema', element.typnamespace::regnamespace::text,
    'name', element.typname,
    'isArray', element.oid <> given.oid)
  from pg_type given
  join pg_type element on element.oid =
    case when given.typtype = 'b' and given.typcategory = 'A' then given.typelem else given.oid end
  where given.oid = ${oid})`

const columnNames = (relation: string, numbers: string) => `(
  select jsonb_agg(attname order by place)
  from unnest(${numbers}) with ordinality as key (number, place)
  join pg_attribute on attrelid = ${relation} and attnum = key.number)`

// Only validated checks narrow a type.
export const RELATIONS = `
  select
    c.relname as name,
    case when c.relkind in ('v', 'm') then 'view' when c.relkind = 'c' then 'composite' else 'table' end as kind,
    (select ${listOf(`jsonb_build_object(
        'name', a.attname,
        'type', ${typeOf('a.atttypid')},
        'isNullable', not a.attnotnull,
        'hasDefault', a.atthasdef or a.attidentity <> '',
        'isComputed', a.attgenerated <> '' or a.attidentity = 'a',
        'checks', (
          select ${listOf('pg_get_expr(conbin, conrelid) order by conname')}
          from pg_constraint
          where conrelid = c.oid and contype = 'c' and convalidated and conkey = array[a.attnum]))`)}
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select ${listOf(`jsonb_build_object(
        'name', f.conname,
        'columns', ${columnNames('f.conrelid', 'f.conkey')},
        'isOneToOne', exists (
          select from pg_constraint k
          where k.conrelid = c.oid and k.contype in ('p', 'u')
            and k.conkey @> f.conkey and k.conkey <@ f.conkey),
        'target', target.relname,
        'targetColumns', ${columnNames('f.confrelid', 'f.confkey')})`)}
      from pg_constraint f
      join pg_class target on target.oid = f.confrelid and target.relnamespace = ${PUBLIC}
      where f.conrelid = c.oid and f.contype = 'f') as "foreignKeys"
  from pg_class c
  where c.relnamespace = ${PUBLIC} and c.relkind in ('r', 'p', 'f', 'v', 'm', 'c')
    and ${isOurs('pg_class', 'c.oid')}`

export const FUNCTIONS = `
  select
    p.proname as name,
    p.pronargdefaults as defaults,
    jsonb_build_object('type', ${typeOf('p.prorettype')}, 'isSet', p.proretset) as returns,
    (select ${listOf(`jsonb_build_object(
        'name', coalesce(p.proargnames[place::integer], ''),
        'mode', coalesce(p.proargmodes[place::integer], 'i'),
        'type', ${typeOf('arg.type')}) order by place`)}
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
        with ordinality as arg (type, place)) as args
  from pg_proc p
  where p.pronamespace = ${PUBLIC} and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    and ${isOurs('pg_proc', 'p.oid')}`

export const ENUMS = `
  select typname as name, jsonb_agg(enumlabel order by enumsortorder) as values
  from pg_type
  join pg_enum on enumtypid = pg_type.oid
  where typnamespace = ${PUBLIC} and ${isOurs('pg_type', 'pg_type.oid')}
  group by typname`
