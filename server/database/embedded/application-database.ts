import { Client, type ClientConfig } from 'pg'

/** Name of both the application's role and its database. */
export const APPLICATION = 'script_writer'

/** The application's role owns its database but is not a superuser, as on any other server. */
export async function ensureApplicationDatabase(
  superuser: ClientConfig,
  password: string,
): Promise<void> {
  const client = new Client(superuser)
  await client.connect()
  try {
    const role = await client.query('select from pg_roles where rolname = $1', [APPLICATION])
    if (role.rowCount === 0) {
      await client.query(
        `create role ${APPLICATION} login createdb createrole bypassrls password ${client.escapeLiteral(password)}`,
      )
    }
    const database = await client.query('select from pg_database where datname = $1', [APPLICATION])
    if (database.rowCount === 0) {
      await client.query(`create database ${APPLICATION} owner ${APPLICATION}`)
    }
  } finally {
    await client.end()
  }
}

/** Replaces the application's database by an empty one. */
export async function renewApplicationDatabase(connection: ClientConfig): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`drop database ${APPLICATION} with (force)`)
    await client.query(`create database ${APPLICATION} owner ${APPLICATION}`)
  } finally {
    await client.end()
  }
}
