// npm run restore -- FILE: loads a backup into an empty installation; --check only reads the file.
import { parseArgs } from 'node:util'
import { type CheckedBackup, checkBackup } from '../backup/check-backup.ts'
import { loadBackup, refuseUsedDatabase } from '../backup/load-backup.ts'
import { rowsOf, tableName } from '../backup/manifest.ts'
import { type Config, readConfig, readEnvironment } from '../process/config.ts'
import { createDataDir, lockDataDir } from '../process/data-lock.ts'
import { awaitDatabase } from '../database/await-database.ts'
import { renewApplicationDatabase } from '../database/embedded/application-database.ts'
import { hasCluster } from '../database/embedded/binaries.ts'
import { startEmbeddedServer } from '../database/embedded/embedded-server.ts'
import { connectionTo, type DatabaseConnection } from '../database/hosts/connection-to.ts'
import { createLog } from '../process/log.ts'
import { type ImportedSecrets, importSecrets, loadSecrets } from '../process/secrets.ts'
import { StartFailure } from '../common/failures.ts'
import { counted, fileArgument, runCommand } from './run-command.ts'

const USAGE =
  'npm run restore -- [--check] [--skip SCHEMA.TABLE] FILE, for example npm run restore -- monday.tar.gz'

type Arguments = { file: string; isCheck: boolean; skip: string[] }

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        check: { type: 'boolean', default: false },
        skip: { type: 'string', multiple: true, default: [] },
      },
    })
    const [file] = positionals
    if (file && positionals.length === 1)
      return { file: fileArgument(file), isCheck: values.check, skip: values.skip }
  } catch {
    // An unknown option: report the usage below.
  }
  throw new StartFailure(`Which file? ${USAGE}`)
}

const summary = ({ file, manifest }: CheckedBackup) =>
  `${file}: version ${manifest.product}, ${manifest.createdAt}, ${counted(manifest.tables.length, 'table')}, ${counted(rowsOf(manifest), 'row')}`

/** Every table with its number of rows and the hash of its contents, to compare two backups. */
const listed = (backup: CheckedBackup) =>
  [
    ...backup.manifest.tables.map(
      (table) => `${table.content}  ${String(table.rows).padStart(9)}  ${tableName(table)}`,
    ),
    `The file is complete and undamaged. ${summary(backup)}, ${backup.secrets === undefined ? 'without' : 'with'} secrets.`,
  ].join('\n')

type Target = { connection: DatabaseConnection; close(): Promise<void> }

/** Opens the database to restore into. An embedded one without accounts is replaced by an empty database. */
async function openTarget(config: Config, password: string): Promise<Target> {
  const log = await createLog('warn')
  if (config.databaseUrl) {
    const connection = connectionTo(config.databaseUrl)
    await awaitDatabase(connection, log)
    return { connection, close: () => Promise.resolve() }
  }
  const embedded = await startEmbeddedServer(config.dataDir, password, log)
  try {
    await refuseUsedDatabase(embedded.connection)
    await renewApplicationDatabase(embedded.connection)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  return { connection: embedded.connection, close: () => embedded.stop() }
}

const SIGN_IN_AGAIN =
  'Everyone has to sign in again, second factors have to be set up again with a recovery code, stored keys of model providers have to be entered again, and authorship records are signed with another key.'

function aboutSecrets({ secrets, file }: CheckedBackup, config: Config): string {
  if (config.jwtSecret !== undefined)
    return 'JWT_SECRET is set, and is used: if it is not the one of the backed up installation, everyone has to sign in again, and authorship records are signed with another key.'
  if (secrets !== undefined) return 'Its secrets are restored too: sessions go on.'
  return `${file} contains no secrets, so this installation uses its own. ${SIGN_IN_AGAIN} To avoid that, stop the server and put the former secrets.json in DATA_DIR, then run npm run repair-secrets.`
}

/** Lists variables that were set in the backed up installation but not here; without secret values. */
function aboutConfiguration({ manifest }: CheckedBackup, environment: Record<string, unknown>) {
  const { values, secrets } = manifest.configuration
  const missing = [
    ...Object.entries(values).map(([name, value]) => ({ name, shown: `${name}=${value}` })),
    ...secrets.map((name) => ({ name, shown: name })),
  ].filter(({ name }) => !Object.hasOwn(environment, name))
  if (missing.length === 0) return []
  return [
    `Set there, but not here: ${missing.map(({ shown }) => shown).join(', ')}. Put into .env what should stay the same.`,
  ]
}

async function restore(
  config: Config,
  backup: CheckedBackup,
  skip: readonly string[],
): Promise<void> {
  const { databasePassword } = await loadSecrets(
    config.dataDir,
    config,
    !config.databaseUrl && hasCluster(config.dataDir) ? 'must exist' : 'may be new',
  )
  const target = await openTarget(config, databasePassword)
  let imported: ImportedSecrets | undefined
  const beforeCommit = () => {
    if (backup.secrets !== undefined) imported = importSecrets(config.dataDir, backup.secrets)
  }
  try {
    await loadBackup(target.connection, backup, { skip, beforeCommit })
  } catch (error) {
    imported?.undo()
    throw error
  } finally {
    await target.close()
  }
}

async function restoreBackup(): Promise<string> {
  const { file, isCheck, skip } = readArguments()
  const environment = readEnvironment(process.env)
  const config = readConfig(environment)
  const backup = await checkBackup(file)
  if (isCheck) return listed(backup)
  createDataDir(config.dataDir)
  const lock = lockDataDir(config.dataDir, 'npm run restore')
  try {
    await restore(config, backup, skip)
  } finally {
    lock.release()
  }
  return [
    `Restored ${summary(backup)}; every table was compared with the backup.`,
    aboutSecrets(backup, config),
    ...aboutConfiguration(backup, environment),
    'Start the server with npm start.',
  ].join('\n')
}

await runCommand(restoreBackup)
