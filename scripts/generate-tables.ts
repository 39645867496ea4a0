// Writes contract/tables.ts from the migrations: npm run generate:tables
import { writeFromMigrations } from './schema/temporary-database.ts'
import { contractTypesOf, TABLE_TYPES_FILE } from './table-types/table-types.ts'

await writeFromMigrations(TABLE_TYPES_FILE, contractTypesOf)
