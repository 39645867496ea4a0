// npm run admin -- EMAIL: makes an existing account an approved admin, whether the server runs or not.
import { readConfig, readEnvironment } from '../process/config.ts'
import { BoundedClient } from '../database/bounded-client.ts'
import { StartFailure } from '../common/failures.ts'
import { openDatabase } from './open-database.ts'
import { runCommand } from './run-command.ts'

async function makeAdmin(email: string | undefined): Promise<string> {
  if (!email) throw new StartFailure('Which account? npm run admin -- you@example.com')
  const database = await openDatabase(readConfig(readEnvironment(process.env)), 'npm run admin')
  const client = new BoundedClient(database.connection)
  try {
    await client.connect()
    const { rows } = await client.query<{ made: boolean }>(
      'select private.make_admin($1) as made',
      [email],
    )
    if (rows[0]?.made) return `${email} is now an approved admin.`
    throw new StartFailure(`There is no account for ${email}; sign up first`)
  } finally {
    await client.end()
    await database.close()
  }
}

await runCommand(() => makeAdmin(process.argv[2]))
