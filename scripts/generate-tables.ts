// Writes contract/tables.ts as the migrations make the database: npm run generate:tables
import { writeFile } from 'node:fs/promises'
import { TABLE_TYPES_FILE, tableTypesOf } from './table-types/table-types.ts'
import { withTemporaryDatabase } from './table-types/temporary-database.ts'

// Ending at once would leave the database running; a few seconds later it is gone by itself.
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
  })
}

const text = await withTemporaryDatabase(tableTypesOf)
if (interrupted) {
  process.exitCode = 1
} else {
  await writeFile(TABLE_TYPES_FILE, text)
  process.stdout.write('Wrote contract/tables.ts\n')
}
