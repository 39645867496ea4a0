import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { startEmbeddedServer } from '../../server/database/embedded/embedded-server.ts'
import { migrate } from '../../server/database/migrate.ts'

/** Lends a migrated database that is gone afterwards, however that went. */
export async function withTemporaryDatabase<T>(use: (client: Client) => Promise<T>): Promise<T> {
  const log = pino({ level: 'silent' })
  const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-tables-'))
  try {
    await chmod(folder, 0o711) // the database may run as another user
    const server = await startEmbeddedServer(folder, 'temporary-password', log)
    try {
      await migrate(server.connection, log)
      const client = new Client(server.connection)
      await client.connect()
      try {
        return await use(client)
      } finally {
        await client.end()
      }
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
