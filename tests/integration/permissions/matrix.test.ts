import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Identity } from '../../../server/database/request-transaction.ts'
import { attempt, rolledBack } from '../../support/attempt.ts'
import { anonymous, createAdmin, createPerson, withSecondFactor } from '../../support/people.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { anotherValue } from './column-values.ts'
import { expectations, type Fate, type Persona, personas } from './expectations.ts'
import { type Planted, type PlantedRows, plantRows } from './rows.ts'

type Actor = { id: string; identity: Identity; rows: PlantedRows }
type Values = Record<string, unknown>
type Outcome = { count: number; refusal: string | null; row: Values | null; changed: boolean }
/** A statement, what it does in words, and what it is expected to do. */
type Cell = {
  name: string
  text: string
  returns?: true
  look?: string
  found: (outcome: Outcome) => string
  expected: string
}

/**
 * Runs statements one by one with the rights of the caller and undoes each: there are thousands, too many to send
 * one by one. Says for each what it returned or why it was refused, and whether the result of `look`, which the
 * owner asks, is another one after it.
 */
const TRYING = `
create schema trying;
create function trying.look(query text) returns jsonb security definer language plpgsql as $$
declare seen jsonb;
begin
  if query is not null then execute query into seen; end if;
  return seen;
end $$;
create function trying.all_of(statements jsonb)
returns table (count integer, refusal text, "row" jsonb, changed boolean) language plpgsql as $$
declare
  tried record;
  statement text;
  before jsonb;
  returned record;
begin
  for tried in select * from jsonb_to_recordset(statements) as s(text text, returns boolean, look text) loop
    -- Returning rows needs select rights: without them a change is tried plainly as well.
    foreach statement in array
      case when tried.returns then array[tried.text || ' returning *'] end || tried.text
    loop
      count := 0; refusal := null; "row" := null; changed := false;
      begin
        before := trying.look(tried.look);
        if statement = tried.text then
          execute statement;
        else
          execute statement into returned;
          "row" := to_jsonb(returned);
        end if;
        get diagnostics count = row_count;
        changed := before is distinct from trying.look(tried.look);
        raise exception using errcode = 'UNDOS';
      exception
        when sqlstate 'UNDOS' then exit;
        when others then count := 0; refusal := sqlstate; "row" := null; changed := false;
      end;
    end loop;
    return next;
  end loop;
end $$;
grant usage on schema trying to anon, authenticated;
grant execute on all functions in schema trying to anon, authenticated`

let columnsOf: Record<string, { column: string; type: string }[]>
const actors = new Map<string, Actor>()

const database = fileDatabase()

beforeAll(async () => {
  const { pool } = database
  await pool.query(TRYING)
  const { rows } = await pool.query<{ table: string; columns: (typeof columnsOf)[string] }>(`
    select relname as table,
      json_agg(json_build_object('column', attname, 'type', format_type(atttypid, null))) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`)
  columnsOf = Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))
  const people = {
    admin: await createAdmin(pool),
    pending: await createPerson(pool, 'pending', { approved: false, learningLoop: true }),
    pendingAdmin: await createPerson(pool, 'pending-admin', { role: 'admin', approved: false }),
    writer: await createPerson(pool, 'writer'),
    learner: await createPerson(pool, 'learner', { learningLoop: true }),
    stranger: await createPerson(pool, 'stranger', { learningLoop: true }),
    weakLearner: await withSecondFactor(
      pool,
      await createPerson(pool, 'weak-learner', { learningLoop: true }),
      'aal1',
    ),
    weakAdmin: await withSecondFactor(
      pool,
      await createPerson(pool, 'weak-admin', { role: 'admin' }),
      'aal1',
    ),
    strongWriter: await withSecondFactor(pool, await createPerson(pool, 'strong-writer'), 'aal2'),
  }
  for (const [name, { id, identity }] of Object.entries(people)) {
    actors.set(name, { id, identity, rows: await plantRows(pool, id) })
  }
  // anon has no rows: the pending user's rows stand in.
  const standIn = actors.get('pending') as Actor
  actors.set('anon', { ...standIn, identity: anonymous })
})

const actor = (name: string) => actors.get(name) as Actor
const rowOf = (owner: string, table: string) => actor(owner).rows[table] as Planted

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return Client.prototype.escapeLiteral(`{${value.join()}}`)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return Client.prototype.escapeLiteral(text)
}

/** The condition that finds a planted row. */
const finds = ({ where, key }: Planted) => where.replace('$1', literal(key[0]))

const insertion = (table: string, values: Values) =>
  `insert into public.${table} (${Object.keys(values)
    .map((column) => `"${column}"`)
    .join()}) values (${Object.values(values).map(literal).join()})`

/** Refused by a grant or policy, or hidden by RLS. */
const access = ({ count, refusal }: Outcome) =>
  count > 0 ? 'done' : refusal === null || refusal === '42501' ? 'denied' : refusal
const refused = ({ count, refusal }: Outcome) =>
  count === 0 && (refusal === '42501' || refusal === '23503') ? 'refused' : `${refusal ?? count}`
const effect = ({ changed }: Outcome) => (changed ? 'changed' : 'unchanged')

/** What happened to the value sent for a column; sent times are in the year 2000. */
const fateOf =
  (column: string) =>
  ({ row, count, refusal }: Outcome): string => {
    if (refusal === '23514') return 'checked'
    if (refusal !== null && refusal !== '42501') return refusal
    if (count === 0) return 'fixed'
    const year = new Date(String(row?.[column])).getFullYear()
    return column.endsWith('_at') && year !== 2000 ? 'kept' : 'free'
  }

/** All that somebody may try with a table. */
function cellsOf(who: Persona, table: string): Cell[] {
  const expected = expectations[table] as (typeof expectations)[string]
  const may = (list: readonly Persona[]) => list.includes(who)
  const accessFor = (list: readonly Persona[]) => (may(list) ? 'done' : 'denied')
  const fate = (list: readonly Persona[], of: Fate | readonly Persona[]) => {
    if (!may(list)) return 'fixed'
    return typeof of === 'string' ? of : may(of) ? 'free' : 'fixed'
  }
  const columns = (columnsOf[table] ?? []).map(({ column, type }) => {
    const [inserted, updated] = expected.columns[column] ?? ['fixed', 'fixed']
    return { column, type, inserted, updated }
  })
  const { fresh } = rowOf(who, table)
  const foreign = rowOf('stranger', table)
  const whose = [
    ['own', who],
    ['others', 'stranger'],
  ] as const
  const add = (values: Values) => insertion(table, values)
  const parents = ['script_id', 'conversation_id', 'message_id'].filter((name) => name in fresh)
  const reset = columns.map(({ column }) => column).filter((name) => !/id$|month/.test(name))
  const unfiltered = [
    `delete from public.${table}`,
    ...(may(expected.update.others)
      ? []
      : reset.map((name) => `update public.${table} set "${name}" = default`)),
  ]
  return [
    ...whose.flatMap(([which, owner]) => {
      const from = `from public.${table} where ${finds(rowOf(owner, table))}`
      const mayDelete = which === 'own' ? expected.delete : []
      const cells: Cell[] = [
        {
          name: `select ${which}`,
          text: `select * ${from}`,
          found: access,
          expected: accessFor(expected.select[which]),
        },
        {
          name: `delete ${which}`,
          text: `delete ${from}`,
          found: access,
          expected: accessFor(mayDelete),
        },
      ]
      return cells.concat(
        columns.map(({ column, type, updated }) => {
          const { rows } = actor(owner)
          const to =
            which === 'own' && column === 'user_id' ? 'stranger' : who === 'anon' ? 'writer' : who
          const value = literal(anotherValue(table, { column, type }, rows, actor(to).id))
          return {
            name: `update ${which} ${column}`,
            text: `update public.${table} set "${column}" = ${value} where ${finds(rowOf(owner, table))}`,
            returns: true as const,
            found: fateOf(column),
            expected: fate(expected.update[which], updated),
          }
        }),
      )
    }),
    { name: 'insert', text: add(fresh), found: access, expected: accessFor(expected.insert) },
    { name: 'insert for another', text: add(foreign.fresh), found: refused, expected: 'refused' },
    ...parents.map((parent) => ({
      name: `insert below another's ${parent}`,
      text: add({ ...fresh, [parent]: foreign.fresh[parent] }),
      found: refused,
      expected: 'refused',
    })),
    ...columns.map(({ column, type, inserted }) => {
      const value = anotherValue(table, { column, type }, actor(who).rows, actor('stranger').id)
      return {
        name: `insert ${column}`,
        text: add({ ...fresh, [column]: value }),
        returns: true as const,
        found: fateOf(column),
        expected: fate(expected.insert, inserted),
      }
    }),
    ...unfiltered.map((text) => ({
      name: `${text}, another's row`,
      text,
      look: `select to_jsonb(t) from public.${table} as t where ${finds(foreign)}`,
      found: effect,
      expected: 'unchanged',
    })),
  ]
}

test('every table of the exposed schema has an expectation, and its columns exist', () => {
  expect(Object.keys(expectations).toSorted()).toEqual(Object.keys(columnsOf).toSorted())
  for (const [table, { columns }] of Object.entries(expectations))
    expect(columnsOf[table]?.map(({ column }) => column)).toEqual(
      expect.arrayContaining(Object.keys(columns)),
    )
})

describe.each(personas)('%s', (who) => {
  test.each(Object.keys(expectations))('may do with %s exactly what is expected', async (table) => {
    const cells = cellsOf(who, table)
    const outcomes = await rolledBack(database.pool, actor(who).identity, async (client) => {
      const { rows } = await client.query<Outcome>('select * from trying.all_of($1)', [
        JSON.stringify(cells),
      ])
      return rows
    })
    const found = cells.map((cell, at) => `${cell.name}: ${cell.found(outcomes[at] as Outcome)}`)
    expect(found).toEqual(cells.map(({ name, expected }) => `${name}: ${expected}`))
  })
})

test("an admin cannot see or restrict other admins' profiles", async () => {
  const { pool } = database
  const other = await createPerson(pool, 'second-admin', { role: 'admin' })
  for (const text of [
    'select from public.profiles',
    'update public.profiles set approved = false',
  ]) {
    const { identity } = actor('admin')
    const { count } = await attempt(pool, identity, `${text} where id = $1`, [other.id])
    expect([text, count]).toEqual([text, 0])
  }
})
