// Cost of role, claims and policies: npm run bench:request-transaction
import type { Pool } from 'pg'
import { withClient } from '../server/database/pool.ts'
import { asCaller } from '../server/database/request-transaction.ts'
import { startDatabase } from './support/bench-database.ts'
import { inBenchFolder } from './support/bench-folder.ts'
import { median } from './support/median.ts'
import { print } from './support/report.ts'

const CONNECTIONS = 16
const SECONDS = 3
const RUNS = 3

const user = '00000000-0000-7000-8000-000000000001'
const list = {
  name: 'list',
  text: 'select id, title from public.items where owner = $1 order by id limit 50',
  values: [user],
}
const claims = JSON.stringify({ sub: user, role: 'authenticated' })

const variants: Record<string, (pool: Pool) => Promise<unknown>> = {
  'bare query, no role, no policies': (pool) => pool.query(list),
  'role, claims and query before one Sync': (pool) =>
    asCaller(pool, { role: 'authenticated', claims: { sub: user } }, list),
  'BEGIN, set_config, query, COMMIT': (pool) =>
    withClient(pool, async (client) => {
      await client.query('begin')
      await client.query(
        "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
        [claims],
      )
      await client.query(list)
      await client.query('commit')
    }),
}

async function ratePerSecond(run: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let done = 0
  const worker = async () => {
    while (performance.now() < end) {
      await run()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return done / SECONDS
}

await inBenchFolder(async (folder) => {
  const { pool } = await startDatabase(folder, { connections: CONNECTIONS })
  await pool.query(`
  create table public.items (id int primary key, owner uuid not null, title text not null);
  insert into public.items
    select n, case when n % 20 = 0 then '${user}'::uuid else gen_random_uuid() end, 'Item ' || n
    from generate_series(1, 20000) n;
  create index on public.items (owner, id);
  alter table public.items enable row level security;
  grant select on public.items to authenticated;
  create policy "people read their own items" on public.items
    for select to authenticated using (owner = (select auth.uid()));
  analyze public.items;`)

  const rates = new Map<string, number[]>(Object.keys(variants).map((name) => [name, []]))
  for (const run of Object.values(variants)) for (let n = 0; n < 200; n += 1) await run(pool)
  for (let round = 0; round < RUNS; round += 1) {
    for (const [name, run] of Object.entries(variants))
      rates.get(name)?.push(await ratePerSecond(() => run(pool)))
  }

  const floor = median([...rates.values()][0] ?? [])
  for (const [name, values] of rates) {
    const rate = median(values)
    print(
      `${name.padEnd(40)} ${rate.toFixed(0).padStart(6)}/s  ${((100 * rate) / floor).toFixed(0).padStart(3)}% of bare`,
    )
  }
})
