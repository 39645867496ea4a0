// npm run repair-secrets: the way back when secrets.json is lost, damaged or belongs to another database.
import { readConfig, readEnvironment } from '../config.ts'
import { createDataDir, lockDataDir } from '../data-lock.ts'
import { hasCluster } from '../database/embedded/cluster-version.ts'
import { setPasswords } from '../database/embedded/set-passwords.ts'
import { repairSecrets } from '../secrets.ts'
import { runCommand } from './run-command.ts'

const OUTCOMES = {
  kept: 'secrets.json was there and is unchanged',
  created:
    'New secrets were created. No text is lost, but everyone has to sign in again, second factors have to be set up again with a recovery code, and stored keys of model providers have to be entered again',
}

async function repair(): Promise<string> {
  const { dataDir, databaseUrl } = readConfig(readEnvironment(process.env))
  createDataDir(dataDir)
  const lock = lockDataDir(dataDir)
  try {
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
