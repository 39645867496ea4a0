import { beforeAll, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { restFixture, untilSeen } from '../../support/rest/fixture.ts'

// Every value must equal PostgreSQL's own JSON, character by character.

const LITERALS: Record<string, readonly string[]> = {
  smallint: ['1', '-32768'],
  integer: ['0', '2147483647'],
  bigint: ['9007199254740993', '-9223372036854775808'],
  numeric: ["'0.10'", "'NaN'", "'1e40'", "'-0'", "'Infinity'", "'12345678901234567890.123456789'"],
  'numeric(6,2)': ["'7'"],
  real: ["'1.5'", "'1e30'", "'NaN'"],
  'double precision': ["'0.1'", "'1e300'", "'-0'", "'Infinity'", "'-Infinity'", "'NaN'"],
  money: ["'12.34'"],
  oid: ['42'],
  boolean: ['true', 'false'],
  text: [
    "''",
    "'plain'",
    `E'\\"quoted\\" \\\\ back / slash'`,
    "E'line\\nfeed\\ttab\\rreturn\\bback\\fform\\x01one\\x1fus\\x7fdel'",
    "'\u2028\u2029 😀 é é <>&'",
    "'null'",
    '\'{"a":1}\'',
  ],
  'varchar(5)': ["'abc'"],
  'char(5)': ["'abc'"],
  '"char"': ["'x'"],
  name: ["'a name'"],
  uuid: ["'00000000-0000-7000-8000-00000000000a'"],
  date: ["'2026-11-15'", "'infinity'", "'0044-03-15 BC'", "'12026-01-01'"],
  time: ["'12:34:56.789'"],
  timetz: ["'12:34:56+02'"],
  timestamp: [
    "'2026-11-15 12:34:56'",
    "'2026-11-15 12:34:56.000001'",
    "'infinity'",
    "'0044-03-15 BC'",
  ],
  timestamptz: [
    "'2026-11-15 12:34:56Z'",
    "'2026-11-15 12:34:56.5+02'",
    "'2026-11-15 12:34:56.120000-11:30'",
    "'infinity'",
    "'-infinity'",
    "'0044-03-15 00:00:00Z BC'",
    "'12026-01-01 00:00:00Z'",
    "'1890-01-01 00:00:00Z'",
  ],
  interval: ["'1 day 02:03:04.5'", "'-1 year'"],
  json: [`'{"b" : 1,  "a":[null, 1.0], "a": "twice" }'`, "'null'", "' 1 '", `'"\\u0041 \\/"'`],
  jsonb: [`'{"b" : 1,  "a":[null, 1.0] }'`, "'null'", "'1e5'", `'"x \\" y"'`, "'[]'"],
  bytea: ["'\\x00ff'"],
  inet: ["'10.0.0.1/8'"],
  'bit(3)': ["'101'"],
  tsvector: ["'a:1 ''b c'':2'"],
  int4range: ["'[1,5)'"],
  xml: ['\'<a b="c"/>\''],
  point: ["'(1,2)'"],
  'integer[]': ["'{}'", "'{1,NULL,3}'", "'{{1,2},{3,4}}'", "'[0:1]={5,6}'"],
  'text[]': [`'{a,"b c","d\\"e",NULL,"NULL",""}'`],
  'boolean[]': ["'{t,f}'"],
  'timestamptz[]': ["'{2026-11-15 12:34:56Z}'"],
  'jsonb[]': [`array['{"a":1}'::jsonb, 'null']`],
  'public.mood': ["'so so'"],
  'public.whole': ['7'],
  'public.moment': ["'2026-11-15 12:34:56Z'"],
  'public.paper': [`'{"a": [1]}'`],
  'public.place': ['row(\'a "b"\', 3, null)', "row('', null, '2026-11-15 12:00:00Z')"],
  'public.place[]': ["array[row('x', 1, null)::public.place]"],
}
const types = Object.keys(LITERALS)

const fixture = forFile(restFixture)

beforeAll(async () => {
  const columns = types.map((type, index) => `c${index} ${type}`)
  const rows = types.flatMap((type, index) =>
    (LITERALS[type] ?? []).map(
      (literal) => `insert into public.kinds (c${index}) values (${literal});`,
    ),
  )
  await fixture.database.pool.query(`
    create type public.mood as enum ('so so', 'fine');
    create domain public.whole as integer;
    create domain public.moment as timestamptz;
    create domain public.paper as jsonb;
    create type public.place as (name text, floor integer, since timestamptz);
    create table public.kinds (id integer generated always as identity primary key, ${columns.join(', ')});
    insert into public.kinds default values;
    ${rows.join('\n')}
    grant select on public.kinds to authenticated;
    notify pgrst, 'reload schema'`)
  await untilSeen(fixture, 'kinds')
})

const row = (id: number) =>
  fixture.call(`/kinds?id=eq.${id}`, {
    as: fixture.anna,
    headers: { accept: 'application/vnd.pgrst.object+json' },
  })

/** Strips insignificant whitespace outside of strings. */
const tight = (json: string) => json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')

test('every type of value, and null, is serialised as the database does it', async () => {
  const { rows } = await fixture.database.pool.query<{ id: number; expected: string }>(
    'select id, row_to_json(kinds)::text as expected from public.kinds order by id',
  )
  const found = await Promise.all(rows.map(async ({ id }) => tight(await (await row(id)).text())))
  const differing = rows.flatMap(({ expected }, index) =>
    found[index] === tight(expected)
      ? []
      : [{ expected: differenceOf(expected, found[index] ?? '') }],
  )
  expect(differing).toEqual([])
})

/** Columns that differ; all others are null. */
function differenceOf(expected: string, found: string): string {
  const nulls = /"c\d+":null,?/g
  return `${expected.replace(nulls, '')} is ${found.replace(nulls, '')}`
}

test('a list of all of them is equivalent JSON', async () => {
  const { rows } = await fixture.database.pool.query<{ expected: unknown }>(
    'select json_agg(kinds order by id) as expected from public.kinds',
  )
  const response = await fixture.call('/kinds?order=id', { as: fixture.anna })
  expect(await response.json()).toEqual(rows[0]?.expected)
})

test("times stay in ISO format, whatever the database's DateStyle and time zone", async () => {
  const { name, pool } = fixture.database
  await pool.query(`
    alter database ${name} set datestyle = 'SQL, DMY';
    alter database ${name} set timezone = 'Asia/Kolkata'`)
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'script-writer%'",
    [name],
  )
  const columns = ['timestamptz', 'timestamp', 'date', 'public.moment'].map(
    (type) => `c${types.indexOf(type)}`,
  )
  const client = await pool.connect()
  try {
    await client.query("set datestyle = 'SQL, DMY'; set timezone = 'Asia/Kolkata'")
    const expected = await client.query<{ all: unknown }>(
      `select json_agg(t) as all from (select ${columns.join(', ')} from public.kinds order by id) as t`,
    )
    const read = async () =>
      (
        await fixture.call(`/kinds?select=${columns.join(',')}&order=id`, { as: fixture.anna })
      ).json()
    await expect.poll(read).toEqual(expected.rows[0]?.all)
  } finally {
    client.release(true)
  }
})
