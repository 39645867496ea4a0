import { beforeAll, expect, test, vi } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { POLLING, PATIENT, restFixture, untyped } from '../../../support/rest/fixture.ts'

// No statement times out by itself.
const fixture = forFile(() => restFixture({}, PATIENT))

beforeAll(async () => {
  await fixture.database.pool.query(`
    create table public.attempts (id integer);
    create function public.dawdle() returns void language plpgsql set search_path = ''
      as $$
      begin
        insert into public.attempts values (1);
        perform pg_catalog.pg_sleep(600);
      end
      $$;
    create function public.prompt() returns integer language sql set search_path = '' as 'select 1';
    grant insert on public.attempts to authenticated;
    grant execute on function public.dawdle(), public.prompt() to authenticated;
    notify pgrst, 'reload schema'`)
  await vi.waitFor(async () => {
    if ((await prompt()).data !== 1) throw new Error('the function is not known yet')
  }, POLLING)
})

const prompt = () => untyped(fixture.anna.client).rpc('prompt')

const dawdling = async () => {
  const { rows } = await fixture.database.pool.query<{ running: number }>(
    `select count(*)::integer as running from pg_stat_activity
     where state = 'active' and query like '%dawdle%' and datname = current_database()
       and pid <> pg_backend_pid()`,
  )
  return rows[0]?.running
}

// As many as one caller has turns for writes.
test('a call whose client has gone is cancelled and changes nothing', async () => {
  const controllers = Array.from({ length: 3 }, () => new AbortController())
  const calls = controllers.map(({ signal }) =>
    untyped(fixture.anna.client).rpc('dawdle').abortSignal(signal),
  )
  const answers = Promise.all(calls)
  await expect.poll(dawdling, { interval: 20 }).toBe(3)
  for (const controller of controllers) controller.abort()
  for (const { error } of await answers) expect(error?.message).toMatch(/abort/i)
  await expect.poll(dawdling, { interval: 20 }).toBe(0)
  const { rowCount } = await fixture.database.pool.query('select from public.attempts')
  expect(rowCount).toBe(0)
  const statuses = () =>
    fixture.server.log
      .filter(({ path }) => path === '/rest/v1/rpc/dawdle')
      .map(({ status }) => status)
  await expect.poll(statuses).toEqual(Array(3).fill(499))
  const next = await Promise.all(Array.from({ length: 30 }, prompt))
  expect(next.map(({ data }) => data as unknown)).toEqual(next.map(() => 1))
})
