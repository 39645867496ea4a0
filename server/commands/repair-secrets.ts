// npm run repair-secrets: the way back when secrets.json is lost, damaged or belongs to another database;
// with --new-authorship-key, it changes nothing but the key that signs authorship records.
import { parseArgs } from 'node:util'
import { type Config, readConfig, readEnvironment } from '../process/config.ts'
import { createDataDir, lockDataDir } from '../process/data-lock.ts'
import { hasCluster } from '../database/embedded/binaries.ts'
import { setPasswords } from '../database/embedded/set-passwords.ts'
import { renewAuthorshipKey, repairSecrets } from '../process/secrets.ts'
import { StartFailure } from '../common/failures.ts'
import { runCommand } from './run-command.ts'

const OUTCOMES = {
  kept: 'secrets.json was there and is unchanged',
  created:
    'New secrets were created. No text is lost, but everyone has to sign in again, second factors have to be set up again with a recovery code, stored keys of model providers have to be entered again, and authorship records are signed with a new key',
}

const USAGE = 'npm run repair-secrets, or npm run repair-secrets -- --new-authorship-key'

function isRenewal(): boolean {
  try {
    const { values } = parseArgs({ options: { 'new-authorship-key': { type: 'boolean' } } })
    return values['new-authorship-key'] ?? false
  } catch {
    throw new StartFailure(`Do what? ${USAGE}`)
  }
}

function renew({ dataDir, jwtSecret, authorshipKey }: Config): string {
  if (jwtSecret !== undefined || authorshipKey !== undefined) {
    const name = authorshipKey === undefined ? 'JWT_SECRET' : 'AUTHORSHIP_KEY'
    throw new StartFailure(
      `The key that signs records comes from ${name}, not from secrets.json: set another AUTHORSHIP_KEY, and name the former public key in AUTHORSHIP_FORMER_KEYS`,
    )
  }
  return `Authorship records are signed with the new key ${renewAuthorshipKey(dataDir)}. The former public key stays published.`
}

async function repair(): Promise<string> {
  const isRenewed = isRenewal()
  const config = readConfig(readEnvironment(process.env))
  const { dataDir, databaseUrl } = config
  createDataDir(dataDir)
  const lock = lockDataDir(dataDir, 'npm run repair-secrets')
  try {
    if (isRenewed) return renew(config)
    const { outcome, databasePassword } = repairSecrets(dataDir)
    const said = `${OUTCOMES[outcome]}.`
    if (databaseUrl || !hasCluster(dataDir)) return said
    await setPasswords(dataDir, databasePassword)
    return `${said} The database now has the password in secrets.json.`
  } finally {
    lock.release()
  }
}

await runCommand(repair)
