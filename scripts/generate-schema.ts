// Writes supabase/schema.sql from the migrations: npm run generate:schema
import { SCHEMA_FILE, schemaOf } from './schema/schema.ts'
import { writeFromMigrations } from './schema/temporary-database.ts'

await writeFromMigrations(SCHEMA_FILE, schemaOf)
