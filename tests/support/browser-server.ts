import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import { start } from '../../server/main.ts'

/** All tests come from one address within seconds. */
const much = { most: 100_000, seconds: 60 }
const authLimits = {
  signInClient: much,
  signUpClient: much,
  mailClient: much,
  verifyClient: much,
  refreshClient: much,
}

async function databaseUrl(dataDir: string): Promise<string> {
  const secrets = await readFile(path.join(dataDir, 'secrets.json'), 'utf8')
  const { databasePassword } = JSON.parse(secrets) as { databasePassword: string }
  const socket = await realpath(path.join(dataDir, 'postgres'))
  const host = encodeURIComponent(socket)
  return `postgres://script_writer:${encodeURIComponent(databasePassword)}@/script_writer?host=${host}`
}

/** Runs once before all browser tests: the real server on a database of its own, serving the built app. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
  await chmod(folder, 0o711)
  const dataDir = path.join(folder, 'data')
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    // An administrator is there from the start, so that no test's person becomes one by being first.
    ADMIN_EMAIL: 'keeper@example.com',
    ADMIN_PASSWORD: 'the keeper of these tests',
  })
  const server = await start(config, pino({ level: 'warn' }), { authLimits })
  process.env['SCRIPT_WRITER_URL'] = server.url
  process.env['SCRIPT_WRITER_DATA_DIR'] = dataDir
  process.env['SCRIPT_WRITER_DATABASE'] = await databaseUrl(dataDir)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
