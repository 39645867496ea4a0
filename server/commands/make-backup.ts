// npm run backup -- [--with-secrets] FILE: writes the whole installation into one file, whether the server runs or not.
import { parseArgs } from 'node:util'
import { rowsOf } from '../backup/manifest.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { PRODUCT_VERSION, readConfig, readEnvironment } from '../process/config.ts'
import { exportSecrets } from '../process/secrets.ts'
import { StartFailure } from '../common/failures.ts'
import { openDatabase } from './open-database.ts'
import { counted, fileArgument, fileSize, runCommand } from './run-command.ts'

const USAGE = 'npm run backup -- [--with-secrets] FILE, for example npm run backup -- monday.tar.gz'

function readArguments(): { file: string; withSecrets: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'with-secrets': { type: 'boolean', default: false } },
    })
    const [file] = positionals
    if (file && positionals.length === 1)
      return { file: fileArgument(file), withSecrets: values['with-secrets'] }
  } catch {
    // An unknown option: report the usage below.
  }
  throw new StartFailure(`Which file? ${USAGE}`)
}

const aboutSecrets = (withSecrets: boolean) =>
  withSecrets
    ? 'It contains the secrets of this installation: whoever has it can sign in as anyone.'
    : 'It contains no secrets: keep a copy of secrets.json elsewhere, or use --with-secrets.'

async function makeBackup(): Promise<string> {
  const { file, withSecrets } = readArguments()
  const config = readConfig(readEnvironment(process.env))
  const database = await openDatabase(config, 'npm run backup')
  try {
    const { manifest, size } = await writeBackup({
      connection: database.connection,
      file,
      product: PRODUCT_VERSION,
      configuration: config.recorded,
      secrets: withSecrets ? exportSecrets(config.dataDir, config) : undefined,
    })
    const tables = counted(manifest.tables.length, 'table')
    const rows = counted(rowsOf(manifest), 'row')
    return `Wrote ${file}: ${tables}, ${rows}, ${fileSize(size)}.\n${aboutSecrets(withSecrets)}`
  } finally {
    await database.close()
  }
}

await runCommand(makeBackup)
