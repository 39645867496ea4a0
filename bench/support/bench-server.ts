import path from 'node:path'
import type { ClientConfig, Pool } from 'pg'
import { pino } from 'pino'
import { readConfig } from '../../server/process/config.ts'
import { start, type StartOptions } from '../../server/main.ts'
import { startDatabase } from './bench-database.ts'
import { undo } from './bench-folder.ts'
import { databaseUrl } from './database-url.ts'
import { launch, type Server } from './launch.ts'

type Environment = Record<string, string>

const environmentOf = (folder: string, connection: ClientConfig, more: Environment) => ({
  DATABASE_URL: databaseUrl(connection),
  DATA_DIR: path.join(folder, 'server'),
  ...more,
})

/** The key that every request to the API needs. */
export async function anonKeyOf(url: string): Promise<string> {
  const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
  return anonKey
}

/** A server in this process with a database of its own; both are stopped after the benchmark. */
export async function startServer(
  folder: string,
  { env = {}, ...options }: StartOptions & { env?: Environment } = {},
): Promise<{ url: string; anonKey: string; pool: Pool; connection: ClientConfig }> {
  const { connection, pool } = await startDatabase(folder, { connections: 2 })
  const config = readConfig({ PORT: '0', ...environmentOf(folder, connection, env) })
  const server = await start(config, pino({ level: 'silent' }), options)
  undo.push(() => server.stop())
  const { url } = server
  return { url, anonKey: await anonKeyOf(url), pool, connection }
}

/** The same in a process of its own, which has its own share of the processor. */
export async function launchServer(
  folder: string,
  connection: ClientConfig,
  env: Environment = {},
): Promise<{ server: Server; anonKey: string }> {
  const server = await launch('server/main.ts', environmentOf(folder, connection, env), '/health')
  undo.push(() => server.stop())
  return { server, anonKey: await anonKeyOf(server.url) }
}
