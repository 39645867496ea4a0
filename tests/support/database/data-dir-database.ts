import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'

/** The address of the embedded database below a data directory. */
export async function databaseIn(dataDir: string): Promise<string> {
  const secrets = await readFile(path.join(dataDir, 'secrets.json'), 'utf8')
  const { databasePassword } = JSON.parse(secrets) as { databasePassword: string }
  const host = encodeURIComponent(await realpath(path.join(dataDir, 'postgres')))
  return `postgres://script_writer:${encodeURIComponent(databasePassword)}@/script_writer?host=${host}`
}
