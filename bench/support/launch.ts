import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import forMemory from '../../server/process/memory.json' with { type: 'json' }

const LITE = '@supabase/lite@0.10.0'

const root = path.resolve(import.meta.dirname, '../..')

/** A server in a process of its own. */
export type Server = { url: string; pid: number; stop(): Promise<unknown> }

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Resolves once the server responds, started as the launcher does; its output is discarded. */
export async function launch(
  script: string,
  env: Record<string, string>,
  probe: string,
): Promise<Server> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [path.join(root, script)], {
    env: { ...forMemory, PATH: process.env['PATH'], PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null && child.signalCode === null) {
    const answered = await fetch(url + probe).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    )
    if (answered) return { url, pid: child.pid ?? 0, stop }
    await pause(50)
  }
  throw new Error(`${script} ended with ${child.exitCode ?? child.signalCode}`)
}

/** Installs @supabase/lite outside of the project; returns undefined without a network. */
export async function installLite(folder: string): Promise<string | undefined> {
  await mkdir(folder)
  try {
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]
    await promisify(execFile)('npm', ['install', ...options, LITE, 'postgres@3'])
    return folder
  } catch (error) {
    const reason = String(error).split('\n')[0]
    process.stdout.write(`Skipping ${LITE}: ${reason}\n`)
    return undefined
  }
}
