/**
 * PostgreSQL without waiting for the disk, for databases whose durability is not under test. Nothing
 * here may survive a crash: never use it where a test kills the database.
 */
export const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
