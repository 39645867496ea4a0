// Writes contract/tables.ts and server/database/row-types.ts from the migrations: npm run generate:tables
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { startEmbeddedServer } from '../server/database/embedded/embedded-server.ts'
import { migrate } from '../server/database/migrate.ts'
import {
  contractTypesOf,
  ROW_TYPES_FILE,
  rowTypesOf,
  TABLE_TYPES_FILE,
} from './table-types/table-types.ts'

/** Runs `use` against a freshly migrated database, which is removed afterwards in any case. */
async function withTemporaryDatabase<T>(use: (client: Client) => Promise<T>): Promise<T> {
  const log = pino({ level: 'silent' })
  const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-schema-'))
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

// Exiting on the signal would leave the database running: stop it first, which takes a few seconds.
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
  })
}
const texts = await withTemporaryDatabase(async (client) => [
  [TABLE_TYPES_FILE, await contractTypesOf(client)] as const,
  [ROW_TYPES_FILE, await rowTypesOf(client)] as const,
])
if (interrupted) {
  process.exitCode = 1
} else {
  for (const [file, text] of texts) {
    await writeFile(file, text)
    process.stdout.write(`Wrote ${path.relative(process.cwd(), file)}\n`)
  }
}
