import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { readConfig } from '../../server/process/config.ts'
import { logTo } from '../../server/process/log.ts'
import { type RunningServer, start, type StartOptions } from '../../server/main.ts'
import { cleanUp } from './clean-up.ts'

export type TestServer = RunningServer & {
  anonKey: string
  log: Record<string, unknown>[]
  console: string[]
  dataDir: string
}

/** The real server in this process, on a free port, stopped with the test file. */
export async function startTestServer(
  env: Record<string, string>,
  options: StartOptions = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
  const log: Record<string, unknown>[] = []
  const console: string[] = []
  const collect = new Writable({
    write(line: Buffer, _encoding, done) {
      log.push(JSON.parse(line.toString()) as Record<string, unknown>)
      done()
    },
  })
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, AI_MEMORY: 'off', ...env })
  const server = await start(config, logTo(collect, config.logLevel), {
    tellOperator: (line) => console.push(line),
    // No web app: reading it takes as long as the rest of the start. Tests of it pass their own folder.
    webDirectory: path.join(dataDir, 'web'),
    ...options,
  })
  cleanUp(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const page = (await (await fetch(`${server.url}/config.json`)).json()) as { anonKey: string }
  return { ...server, anonKey: page.anonKey, log, console, dataDir }
}
