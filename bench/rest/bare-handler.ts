// The baseline of bench/rest.ts: the same SQL without tokens and policies.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Pool } from 'pg'

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
const app = new Hono()

const statements = JSON.parse(process.env['STATEMENTS'] ?? '{}') as Record<string, string>
const run = (name: string, values: unknown[]) =>
  pool.query<Record<string, unknown>>({ name, text: statements[name] ?? '', values })

const type = { 'content-type': 'application/json; charset=utf-8' }

/** The same response, with JSON built by PostgreSQL. */
async function aggregated(name: string, values: unknown[]): Promise<string> {
  const text = `select coalesce(json_agg(t), '[]')::text as body from (${statements[name]}) as t`
  const { rows } = await pool.query<{ body: string }>({ name: `${name} as json`, text, values })
  return rows[0]?.body ?? ''
}

app.get('/list', async (c) => c.json((await run('list', [c.req.query('user_id'), 50])).rows))
app.get('/one', async (c) => c.json((await run('one', [c.req.query('id'), 1000])).rows))
app.get('/aggregated/list', async (c) =>
  c.body(await aggregated('list', [c.req.query('user_id'), 50]), 200, type),
)
app.get('/aggregated/one', async (c) =>
  c.body(await aggregated('one', [c.req.query('id'), 1000]), 200, type),
)
app.post('/insert', async (c) => {
  await run('insert', [`[${await c.req.text()}]`])
  return c.body(null, 201)
})

serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: '127.0.0.1' })
