import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { startBrowserProvider } from '../support/browser/provider.ts'
import { databaseIn } from '../support/database/data-dir-database.ts'

async function urlOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const url = /"url":"([^"]+)","msg":"Script Writer is ready/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The server ended before it was ready.')
}

/** Starts the server of a checkout, with its built web app and a fresh database, for as long as the work takes. */
export async function withProjectServer(
  project: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-screenshots-'))
  await chmod(folder, 0o711)
  const dataDir = path.join(folder, 'data')
  const provider = await startBrowserProvider()
  const server = spawn(process.execPath, [path.join(project, 'server/main.ts')], {
    cwd: project,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'scripted',
      AI_API_KEY: 'no-key-at-all',
      AI_BASE_URL: provider.baseUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'close')
  try {
    const url = await urlOf(createInterface({ input: server.stdout }))
    server.stdout.resume()
    process.env['SCRIPT_WRITER_PROVIDER'] = provider.baseUrl
    process.env['SCRIPT_WRITER_URL'] = url
    process.env['SCRIPT_WRITER_DATABASE'] = await databaseIn(dataDir)
    await work(url)
  } finally {
    server.kill('SIGTERM')
    await ended
    provider.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
