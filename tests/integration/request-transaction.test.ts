import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asCaller, asReader, type Identity } from '../../server/database/request-transaction.ts'
import { fileDatabase } from '../support/database/test-database.ts'

const anna = '00000000-0000-7000-8000-00000000000a'
const bert = '00000000-0000-7000-8000-00000000000b'
const person = (sub: string): Identity => ({ role: 'authenticated', claims: { sub } })

const database = fileDatabase()

beforeAll(async () => {
  await database.pool.query(`
    create table public.notes (id int primary key, owner uuid not null, text text not null);
    alter table public.notes enable row level security;
    grant select, insert on public.notes to authenticated;
    create policy "people read their own notes" on public.notes
      for select to authenticated using (owner = (select auth.uid()));
    create policy "people write their own notes" on public.notes
      for insert to authenticated with check (owner = (select auth.uid()));
    insert into public.notes values (1, '${anna}', 'hers'), (2, '${bert}', 'his');`)
})

/** A pool of this connection alone. */
const poolOf = (client: PoolClient) =>
  ({ connect: () => Promise.resolve(client), options: { max: 8 } }) as unknown as Pool

const noteTexts = async (identity: Identity) => {
  const [notes] = await asCaller(database.pool, identity, {
    name: 'note_texts',
    text: 'select text from public.notes where id < $1 order by id',
    values: [100],
  })
  return notes?.rows.map((row) => row['text'])
}

test('each user sees the rows that policies allow, on shared connections', async () => {
  const people = Array.from({ length: 40 }, (_, index) => (index % 2 ? anna : bert))
  const answers = await Promise.all(people.map((id) => noteTexts(person(id))))
  expect(answers).toEqual(people.map((id) => (id === anna ? ['hers'] : ['his'])))
})

test('a role without a grant is refused by the database', async () => {
  await expect(noteTexts({ role: 'anon', claims: {} })).rejects.toMatchObject({ code: '42501' })
})

test('claims are readable in SQL, and the role cannot be overridden by one of them', async () => {
  const [answer] = await asCaller(
    database.pool,
    { role: 'authenticated', claims: { sub: anna, role: 'service_role', session_id: 's1' } },
    {
      text: "select auth.uid() as uid, auth.role() as role, auth.jwt() ->> 'session_id' as session, current_user as who",
    },
  )
  expect(answer?.rows).toEqual([
    { uid: anna, role: 'authenticated', session: 's1', who: 'authenticated' },
  ])
})

test('role and claims are gone from the connection afterwards, also after a failure', async () => {
  const client = await database.pool.connect()
  const alone = poolOf(client)
  const release = client.release.bind(client)
  client.release = () => undefined
  try {
    const owner = await client.query<{ who: string }>('select current_user as who')
    await asCaller(alone, person(anna), { text: 'select 1' })
    await expect(asCaller(alone, person(anna), { text: 'select 1/0' })).rejects.toThrow(
      'division by zero',
    )
    const after = await client.query(
      "select current_user as who, coalesce(current_setting('request.jwt.claims', true), '') as claims",
    )
    expect(after.rows).toEqual([{ who: owner.rows[0]?.who, claims: '' }])
  } finally {
    release()
  }
})

const insert = (id: number, owner: string) => ({
  text: 'insert into public.notes values ($1, $2, $3)',
  values: [id, owner, 'new'],
})

test('statements of one call are one transaction: a failure rolls back those before it', async () => {
  await expect(
    asCaller(database.pool, person(anna), insert(3, anna), insert(4, bert)),
  ).rejects.toMatchObject({ code: '42501' })
  const { rowCount } = await database.pool.query('select from public.notes where id in (3, 4)')
  expect(rowCount).toBe(0)
})

test('role, claims and statements travel in one round trip', async () => {
  const client = await database.pool.connect()
  const wire = (client as unknown as { connection: NodeJS.EventEmitter }).connection
  let answers = 0
  wire.on('readyForQuery', () => (answers += 1))
  const alone = poolOf(client)
  const outcomes = await asCaller(
    alone,
    person(anna),
    { text: 'select 1 as a' },
    { text: 'select 2 as b' },
  )
  expect(outcomes.map((outcome) => outcome.rows)).toEqual([[{ a: 1 }], [{ b: 2 }]])
  expect(answers).toBe(1)
})

test('values come back as the driver gives them, nulls and counts included', async () => {
  const [answer, update] = await asCaller(
    database.pool,
    { role: 'service_role', claims: {} },
    {
      text: 'select $1::int as n, $2::text as t, $3::bool as b, \'{"a":[1]}\'::jsonb as j',
      values: [7, null, true],
    },
    { text: 'select generate_series(1, 3)' },
  )
  expect(answer?.rows).toEqual([{ n: 7, t: null, b: true, j: { a: [1] } }])
  expect(update?.rowCount).toBe(3)
})

test('a named statement works again after it failed and after its tables changed', async () => {
  const named = { name: 'changing', text: 'select * from public.changing' }
  await database.pool.query(
    'create table public.changing (a int); grant select on public.changing to authenticated',
  )
  const read = () => asCaller(database.pool, person(anna), named)
  await read()
  await database.pool.query('alter table public.changing add column b int')
  // Every connection may reject its cached plan once.
  await Promise.allSettled(Array.from({ length: 16 }, read))
  const [answer] = await read()
  expect(answer?.rows).toEqual([])
})

test('a call that was undone because of a deadlock is done again', async () => {
  await database.pool.query(`
    create sequence public.calls;
    grant usage on public.calls to authenticated;
    create function public.deadlocks_once() returns bigint language plpgsql as $$
    begin
      -- A sequence keeps its count when the transaction is undone.
      if nextval('public.calls') = 1 then raise sqlstate '40P01'; end if;
      return 1;
    end $$;
    grant execute on function public.deadlocks_once() to authenticated`)
  const [, answer] = await asCaller(database.pool, person(anna), insert(5, anna), {
    text: 'select public.deadlocks_once() as calls',
  })
  expect(answer?.rows).toEqual([{ calls: '1' }])
  const { rowCount } = await database.pool.query('delete from public.notes where id = 5')
  expect(rowCount).toBe(1)
})

test('a connection lost in the middle fails only that call', async () => {
  await expect(
    asCaller(database.pool, person(anna), {
      text: 'select pg_terminate_backend(pg_backend_pid())',
    }),
  ).rejects.toThrow('terminat')
  expect(await noteTexts(person(anna))).toEqual(['hers'])
})

describe('when the connection of a waiting statement is lost', () => {
  const wait = { text: 'select auth.uid() as uid from pg_advisory_xact_lock_shared(1)' }
  let holder: PoolClient

  const waitingPid = async () => {
    const { rows } = await holder.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows[0]?.pid
  }
  /** Ends the connection of the waiting statement; returns its process id. */
  const terminate = async () => {
    await expect.poll(waitingPid).toBeDefined()
    const pid = await waitingPid()
    await holder.query('select pg_terminate_backend($1)', [pid])
    return pid
  }

  beforeEach(async () => {
    holder = await database.pool.connect()
    await holder.query('select pg_advisory_lock(1)')
  })
  afterEach(async () => {
    await holder.query('select pg_advisory_unlock_all()')
    holder.release()
  })

  test('a read is repeated', async () => {
    const read = asReader(database.pool, person(anna), wait)
    const first = await terminate()
    await expect.poll(async () => ![undefined, first].includes(await waitingPid())).toBe(true)
    await holder.query('select pg_advisory_unlock(1)')
    expect((await read)[0]?.rows).toEqual([{ uid: anna }])
  })

  test('a write is not: it may have been done', async () => {
    const [write] = await Promise.allSettled([
      asCaller(database.pool, person(anna), wait),
      terminate(),
    ])
    expect(write).toMatchObject({ status: 'rejected', reason: { code: '57P01' } })
    expect(await waitingPid()).toBeUndefined()
  })
})

test('reads run in a read-only transaction', async () => {
  const change = { text: `insert into auth.rate_limits values ('x', 1, now()) returning key` }
  await expect(
    asReader(database.pool, { role: 'service_role', claims: {} }, change),
  ).rejects.toMatchObject({ code: expect.stringMatching(/^(25006|42501)$/) as string })
})
