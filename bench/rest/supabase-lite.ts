// Runs @supabase/lite, embedded as its README shows, from the folder that bench/rest.ts installed it into.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { serve } from '@hono/node-server'

type Fetch = (request: Request, context: object) => Promise<Response>
type Lite = { App: new (config: object) => { fetch: Fetch } }
type Postgres = { createPostgresConnection: (config: object) => unknown }

const dist = path.join(process.env['LITE_FOLDER'] ?? '', 'node_modules/@supabase/lite/dist')
const load = async (file: string) =>
  (await import(pathToFileURL(path.join(dist, file)).href)) as unknown

const { App } = (await load('index.js')) as Lite
const { createPostgresConnection } = (await load('db/postgres/PostgresConnection.js')) as Postgres
const { hostname, searchParams, username, password, pathname } = new URL(
  process.env['DATABASE_URL'] ?? '',
)
const app = new App({
  connection: createPostgresConnection({
    url: `postgres://${username}:${password}@localhost${pathname}`,
    postgresOptions: { host: searchParams.get('host') ?? hostname, max: 16 },
  }),
  auth: { enabled: true, jwt_secret: process.env['JWT_SECRET'] },
})

serve({
  port: Number(process.env['PORT']),
  hostname: '127.0.0.1',
  fetch: (request) => app.fetch(request, { peerAddress: null }),
})
