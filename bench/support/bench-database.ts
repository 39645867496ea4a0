import path from 'node:path'
import type { ClientConfig, Pool } from 'pg'
import { pino } from 'pino'
import { startEmbeddedServer } from '../../server/database/embedded/embedded-server.ts'
import { migrate } from '../../server/database/migrate.ts'
import { createPool } from '../../server/database/pool.ts'
import { undo } from './bench-folder.ts'

type Options = { connections?: number; settings?: readonly string[] }

/** An embedded database with all tables, which is stopped after the benchmark. */
export async function startDatabase(
  folder: string,
  { connections = 1, settings = [] }: Options = {},
): Promise<{ connection: ClientConfig; pool: Pool }> {
  const log = pino({ level: 'silent' })
  const dataDir = path.join(folder, 'data')
  const database = await startEmbeddedServer(dataDir, 'bench-password', log, settings)
  undo.push(() => database.stop())
  await migrate(database.connection, log)
  // Filling it takes longer than a statement of the server may.
  const patient = { ...database.connection, options: '-c script_writer.statement_timeout=600s' }
  const pool = createPool(patient, connections, log)
  undo.push(() => pool.end())
  return { connection: database.connection, pool }
}
