import '../quick-passwords.ts'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../../server/process/config.ts'
import { start } from '../../../server/main.ts'
import { startBrowserProvider } from './provider.ts'
import { NOT_DURABLE } from '../database/database-settings.ts'
import { databaseIn } from '../database/data-dir-database.ts'
import { startSecondFrontEnd } from './second-front-end.ts'

/** All tests share one client address, so rate limits are out of the way. */
const much = { most: 100_000, seconds: 60 }
const authLimits = {
  signInClient: much,
  signUpClient: much,
  mailClient: much,
  verifyClient: much,
  refreshClient: much,
  updateClient: much,
}

/** Long enough for a busy machine. */
const writingLimits = { firstToken: 5_000, betweenTokens: 5_000, firstWait: 10, tries: 2 }

/** Runs once before all browser tests: the real server with a fresh database, serving the built app. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
  await chmod(folder, 0o711)
  const dataDir = path.join(folder, 'data')
  const provider = await startBrowserProvider()
  const second = await startSecondFrontEnd()
  const jwtSecret = randomBytes(48).toString('base64url')
  const config = readConfig({
    PORT: '0',
    ALLOWED_ORIGINS: second.url,
    JWT_SECRET: jwtSecret,
    DATA_DIR: dataDir,
    // An administrator exists from the start: the first account to sign up would become one.
    ADMIN_EMAIL: 'keeper@example.com',
    ADMIN_PASSWORD: 'the keeper of these tests',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'scripted',
    AI_API_KEY: 'no-key-at-all',
    AI_BASE_URL: provider.baseUrl,
    // Held answers of one test must not block another test's.
    WORKER_CONCURRENCY: '64',
  })
  const server = await start(config, pino({ level: 'error' }), {
    authLimits,
    writingLimits,
    databaseSettings: NOT_DURABLE,
  })
  process.env['SCRIPT_WRITER_PROVIDER'] = provider.baseUrl
  process.env['SCRIPT_WRITER_SECOND_FRONT_END'] = second.url
  process.env['SCRIPT_WRITER_URL'] = server.url
  process.env['SCRIPT_WRITER_JWT_SECRET'] = jwtSecret
  process.env['SCRIPT_WRITER_DATA_DIR'] = dataDir
  process.env['SCRIPT_WRITER_DATABASE'] = await databaseIn(dataDir)
  return async () => {
    await server.stop()
    provider.stop()
    second.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
