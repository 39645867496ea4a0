/** The schemas that the migrations create or fill, in the order of the file. */
const SCHEMAS = `array['auth', 'rest', 'private', 'public']`

const isOurs = (namespace: string) => `${namespace}::regnamespace::text = any (${SCHEMAS})`

/** The position of a schema in the file. */
const rankOf = (namespace: string) => `array_position(${SCHEMAS}, ${namespace}::regnamespace::text)`

const listOf = (value: string, order: string) =>
  `coalesce(jsonb_agg(${value} order by ${order}), '[]')`

const commentOn = (catalogue: string, oid: string, column = '0') => `(
  select description from pg_description
  where classoid = '${catalogue}'::regclass and objoid = ${oid} and objsubid = ${column})`

/** The privileges of everybody but the owner: [grantee, privilege] pairs, `public` for all roles. */
const grantsIn = (acl: string, owner: string) => `(
  select ${listOf(
    `jsonb_build_array(
      case when grantee = 0 then 'public' else quote_ident(grantee::regrole::text) end,
      lower(privilege_type) || case when is_grantable then ' with grant option' else '' end)`,
    'grantee::regrole::text, privilege_type',
  )}
  from aclexplode(${acl}) where grantee <> ${owner})`

export const SCHEMA_LIST = `
  select
    quote_ident(nspname) as name,
    nspname = 'public' as "isBuiltIn",
    ${commentOn('pg_namespace', 'oid')} as comment,
    -- PostgreSQL itself opens the schema public to everybody.
    (select ${listOf('one', 'one')}
      from jsonb_array_elements(${grantsIn(`coalesce(nspacl, acldefault('n', nspowner))`, 'nspowner')}) as one
      where not (nspname = 'public' and one ->> 0 = 'public')) as grants
  from pg_namespace where ${isOurs('pg_namespace.oid')}
  order by ${rankOf('pg_namespace.oid')}`

/** Default privileges that differ from PostgreSQL's own: [verb, privilege, grantee]. */
export const DEFAULT_PRIVILEGES = `
  with entries as (
    select
      case when defaclnamespace = 0 then null else defaclnamespace::regnamespace::text end as schema,
      case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
        when 'T' then 'types' else 'schemas' end as objects,
      defaclacl as acl,
      case when defaclnamespace = 0 then acldefault(defaclobjtype, defaclrole) end as usual
    from pg_default_acl
  ), changes as (
    select schema, objects, 'revoke' as verb, grantee, privilege_type from entries, aclexplode(usual)
      where (grantee, privilege_type) not in (select grantee, privilege_type from aclexplode(acl))
    union all
    select schema, objects, 'grant', grantee, privilege_type from entries, aclexplode(acl)
      where (grantee, privilege_type) not in (select grantee, privilege_type from aclexplode(usual))
  )
  select schema, objects, verb, lower(privilege_type) as privilege,
    case when grantee = 0 then 'public' else quote_ident(grantee::regrole::text) end as grantee
  from changes order by 1 nulls first, 2, 3, 4, 5`

/** Functions that defaults, checks, indexes, triggers and policies call: needed before the tables. */
const USED_BY_TABLES = `exists (
  select from pg_depend
  where refclassid = 'pg_proc'::regclass and refobjid = p.oid
    and classid in (
      'pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass,
      'pg_trigger'::regclass, 'pg_policy'::regclass))`

export const FUNCTION_LIST = `
  select
    p.oid::regprocedure::text as signature,
    p.pronamespace::regnamespace || '.' || quote_ident(p.proname) as name,
    (select ${listOf('trim(part)', 'place')}
      from regexp_split_to_table(nullif(pg_get_function_arguments(p.oid), ''), ', (?=(?:[^'']*''[^'']*'')*[^'']*$)')
        with ordinality as parts (part, place)) as arguments,
    pg_get_function_result(p.oid) as result,
    (select lanname from pg_language where oid = p.prolang) as language,
    array_remove(array[
      case p.provolatile when 'i' then 'immutable' when 's' then 'stable' end,
      case when p.proisstrict then 'strict' end,
      case when p.proleakproof then 'leakproof' end,
      case p.proparallel when 's' then 'parallel safe' when 'r' then 'parallel restricted' end,
      case when p.prosecdef then 'security definer' end,
      case when p.procost <> 100 then 'cost ' || p.procost end,
      case when p.proretset and p.prorows <> 1000 then 'rows ' || p.prorows end
    ], null) as options,
    coalesce(p.proconfig, '{}') as settings,
    p.prosrc as body,
    ${commentOn('pg_proc', 'p.oid')} as comment,
    ${USED_BY_TABLES} as "isUsedByTables",
    ${grantsIn(`coalesce(p.proacl, acldefault('f', p.proowner))`, 'p.proowner')} as grants
  from pg_proc p
  where ${isOurs('p.pronamespace')} and p.prokind = 'f'
  order by ${rankOf('p.pronamespace')}, p.proname, p.oid::regprocedure::text`

export const TABLE_LIST = `
  select
    c.oid::regclass::text as name,
    c.relpersistence = 'u' as "isUnlogged",
    c.relrowsecurity as "hasRowSecurity",
    ${commentOn('pg_class', 'c.oid')} as comment,
    (select ${listOf(
      `jsonb_build_object(
        'name', quote_ident(a.attname),
        'type', format_type(a.atttypid, a.atttypmod),
        'isNotNull', a.attnotnull,
        'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
        'isGenerated', a.attgenerated = 's',
        'isUncompressed', a.attstorage = 'e',
        'default', (
          select pg_get_expr(adbin, adrelid, true) from pg_attrdef
          where adrelid = a.attrelid and adnum = a.attnum),
        'comment', ${commentOn('pg_class', 'c.oid', 'a.attnum')},
        'grants', ${grantsIn('a.attacl', 'c.relowner')})`,
      'a.attnum',
    )}
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select ${listOf(
      `jsonb_build_object('name', quote_ident(k.conname), 'definition', pg_get_constraintdef(k.oid, true))`,
      `position(k.contype in 'pucf'), k.conname`,
    )}
      from pg_constraint k
      where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f')) as constraints,
    (select ${listOf('distinct f.confrelid::regclass::text', 'f.confrelid::regclass::text')}
      from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references,
    (select ${listOf('pg_get_indexdef(i.indexrelid)', 'i.indexrelid::regclass::text')}
      from pg_index i
      where i.indrelid = c.oid
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)
    ) as indexes,
    (select ${listOf('pg_get_triggerdef(t.oid, true)', 't.tgname')}
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
    (select ${listOf(
      `jsonb_build_object(
        'name', quote_ident(y.polname),
        'command', case y.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
          when 'd' then 'delete' else 'all' end,
        'isPermissive', y.polpermissive,
        'roles', (select ${listOf(`case when role = 0 then 'public' else quote_ident(role::regrole::text) end`, 'role::regrole::text')}
          from unnest(y.polroles) as role),
        'using', pg_get_expr(y.polqual, y.polrelid, true),
        'check', pg_get_expr(y.polwithcheck, y.polrelid, true))`,
      `position(y.polcmd in 'rawd*'), y.polname`,
    )}
      from pg_policy y where y.polrelid = c.oid) as policies,
    ${grantsIn(`coalesce(c.relacl, acldefault('r', c.relowner))`, 'c.relowner')} as grants
  from pg_class c
  where ${isOurs('c.relnamespace')} and c.relkind = 'r'
  order by ${rankOf('c.relnamespace')}, c.relname`

/** Kinds of objects that this file does not know how to write: there must be none of them. */
export const UNKNOWN_OBJECTS = `
  select pg_describe_object('pg_class'::regclass, oid, 0) as object from pg_class
    where ${isOurs('relnamespace')} and relkind not in ('r', 'i')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'i')
  union all
  select pg_describe_object('pg_proc'::regclass, oid, 0) from pg_proc
    where ${isOurs('pronamespace')} and (prokind <> 'f' or prosqlbody is not null)
  union all
  select pg_describe_object('pg_type'::regclass, oid, 0) from pg_type
    where ${isOurs('typnamespace')} and typtype not in ('b', 'c')`
