import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { escapeLiteral } from 'pg'
import { StartFailure } from '../../common/failures.ts'
import { APPLICATION } from './application-database.ts'
import { findBinaries } from './binaries.ts'
import { SUPERUSER } from './initialise.ts'
import { reachableBinaries, reachableCluster } from './placement.ts'
import { stopOrphan } from './postmaster.ts'
import { bareEnvironment, databaseUser } from './run.ts'

/** In single-user mode, each statement must be on one line. */
const statements = (password: string) =>
  [SUPERUSER, APPLICATION]
    .map(
      (role) =>
        `do $$ begin if exists (select from pg_roles where rolname = '${role}') then alter role ${role} password ${escapeLiteral(password)}; end if; end $$;\n`,
    )
    .join('')

/** Sets the passwords of our roles without knowing the old ones, which only the owner of the files can do. */
export async function setPasswords(dataDir: string, password: string): Promise<void> {
  const user = await databaseUser(path.join(dataDir, 'postgres'))
  const directory = await reachableCluster(dataDir, user)
  const binaries = await reachableBinaries(findBinaries(), user)
  await stopOrphan(directory)
  const child = spawn(binaries.postgres, ['--single', '-D', directory, 'postgres'], {
    ...user,
    cwd: '/',
    env: bareEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin.on('error', () => undefined) // it ended before it read everything
  child.stdin.end(statements(password))
  const [code] = (await once(child, 'close')) as [number | null]
  const problem = /(?:ERROR|FATAL|PANIC):\s*(.*)/.exec(output)?.[1]
  if (code === 0 && problem === undefined) return
  throw new StartFailure(
    `Could not set the password of the database in ${directory}: ${problem ?? `postgres exited with ${code}`}`,
  )
}
