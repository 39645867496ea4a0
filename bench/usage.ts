// The usage of a month with 1,000,000 generations, from sums and by reading the jobs: npm run bench:usage
import type { Pool } from 'pg'
import { asCaller, type Identity } from '../server/database/request-transaction.ts'
import { startDatabase } from './support/bench-database.ts'
import { inBenchFolder } from './support/bench-folder.ts'
import { median } from './support/median.ts'
import { judge, print, show } from './support/report.ts'
import { timed } from './support/timed.ts'

const GENERATIONS = 1_000_000
const USERS = 1_000
const MODELS = 3
const READS = 15
const ENDS = 300
const MONTH = '2026-10-01'

/** Everybody uses every model on every day of the month: as many sums as there can be. */
const JOBS = `
  insert into public.generation_jobs (
    id, user_id, prompt, status, result, created_at, started_at, finished_at, month, model,
    input_tokens, output_tokens, cached_input_tokens
  )
  select lpad(to_hex(n), 32, '0')::uuid, people.ids[n % ${USERS} + 1], 'A train.', 'completed', 'FADE IN:', at, at, at, '${MONTH}',
    'openai model-' || (n / ${USERS}) % ${MODELS}, 8000, 900, 3000
  from (select array_agg(id) as ids from public.profiles where role = 'scriptwriter') as people,
    generate_series(0, ${GENERATIONS} - 1) as n,
    lateral (select '${MONTH}'::timestamptz + n * interval '2.6 seconds' as at) as time`

/** Computes the sums as the migration does. */
const SUMS = `
  insert into private.usage_by_day
    select (created_at at time zone 'utc')::date, user_id, coalesce(model, ''), count(*),
      count(*) filter (where status = 'failed' and error_code <> 'stopped'),
      sum(input_tokens), sum(output_tokens), sum(cached_input_tokens)
    from public.generation_jobs where finished_at is not null group by 1, 2, 3`

/** The query that the usage table would need without the sums. */
const SCAN = `
  select jobs.user_id, profiles.email, model, count(*), count(*) filter (where status = 'failed' and error_code <> 'stopped'),
    sum(input_tokens), sum(output_tokens), sum(cached_input_tokens)
  from public.generation_jobs as jobs join public.profiles on profiles.id = jobs.user_id
  where finished_at is not null and jobs.created_at >= '${MONTH}' and jobs.created_at < '${MONTH}'::date + interval '1 month'
  group by 1, 2, 3 order by 4 desc`

/** The first account is the admin. */
async function seed(pool: Pool): Promise<Identity> {
  await pool.query(
    `insert into auth.users (id, email)
     select gen_random_uuid(), 'writer' || n || '@example.com' from generate_series(0, ${USERS}) as n`,
  )
  const { rows } = await pool.query<{ id: string }>(
    "select id from public.profiles where role = 'admin'",
  )
  // Triggers, constraints and indexes would take minutes for a million rows. Those that matter for what is measured
  // are restored afterwards.
  const constraints = await pool.query<{ name: string; definition: string; is_key: boolean }>(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition, contype in ('p', 'u') as is_key
     from pg_constraint where conrelid = 'public.generation_jobs'::regclass and contype in ('c', 'f', 'p', 'u')`,
  )
  const indexes = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'public.generation_jobs'::regclass
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { name } of constraints.rows) {
    await pool.query(`alter table public.generation_jobs drop constraint ${name} cascade`)
  }
  for (const { name } of indexes.rows) await pool.query(`drop index ${name}`)
  await pool.query('alter table public.generation_jobs disable trigger user')
  await pool.query(JOBS)
  await pool.query('alter table public.generation_jobs enable trigger user')
  await pool.query("set maintenance_work_mem = '256MB'")
  for (const { name, definition, is_key } of constraints.rows) {
    if (is_key)
      await pool.query(`alter table public.generation_jobs add constraint ${name} ${definition}`)
  }
  for (const { definition } of indexes.rows) await pool.query(definition)
  await pool.query(SUMS)
  await pool.query('vacuum analyze public.generation_jobs, private.usage_by_day')
  return { role: 'authenticated', claims: { sub: rows[0]?.id ?? '' } }
}

async function timesOf(work: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) times.push((await timed(work))[1])
  return times
}

/** Times of the update that ends a job. */
async function endsOf(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into public.generation_jobs (user_id, prompt, model, status)
     select id, 'A train.', 'openai model-1', 'processing' from public.profiles limit $1 returning id`,
    [ENDS],
  )
  const ids = rows.map(({ id }) => id)
  const end = () =>
    pool.query(
      `update public.generation_jobs set status = 'completed', result = '', finished_at = clock_timestamp(),
         input_tokens = 8000, output_tokens = 900 where id = $1`,
      [ids.pop()],
    )
  return timesOf(end, ids.length)
}

await inBenchFolder(async (folder) => {
  const { pool } = await startDatabase(folder)
  const [admin, seconds] = await timed(() => seed(pool))
  const { rows } = await pool.query<{ sums: number }>(
    'select count(*)::integer as sums from private.usage_by_day',
  )
  print(
    `${GENERATIONS.toLocaleString('en-US')} generations of ${USERS} users with ${MODELS} models in a month, ` +
      `${rows[0]?.sums.toLocaleString('en-US')} sums, made in ${(seconds / 1000).toFixed(0)} s; medians\n`,
  )
  const call = (name: string) => () =>
    asCaller(pool, admin, { text: `select * from public.${name}($1)`, values: [MONTH] })
  const usage = median(await timesOf(call('admin_usage'), READS))
  const days = median(await timesOf(call('admin_usage_per_day'), READS))
  const scan = median(await timesOf(() => pool.query(SCAN), 3))
  judge('admin_usage', usage, usage <= scan / 5, 'at most a fifth of reading the jobs, ms')
  judge('admin_usage_per_day', days, days <= scan / 5, 'at most a fifth of reading the jobs, ms')
  show('the same by reading the jobs', scan, 'ms')

  const ends = median(await endsOf(pool))
  await pool.query('alter table public.generation_jobs disable trigger record_usage')
  const without = median(await endsOf(pool))
  show('ending a job', ends, 'ms')
  show('ending a job, without sums', without, 'ms')
})
