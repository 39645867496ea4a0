import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import { start } from '../../server/main.ts'

/** Runs once before all browser tests: the real server on a database of its own, serving the built app. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
  await chmod(folder, 0o711)
  const config = readConfig({ PORT: '0', DATA_DIR: path.join(folder, 'data') })
  const server = await start(config, pino({ level: 'warn' }))
  process.env['SCRIPT_WRITER_URL'] = server.url
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
