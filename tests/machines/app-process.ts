import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const root = path.resolve(import.meta.dirname, '../..')

/** One of several processes of the product, on a port of its own, which can be restarted. */
export class AppProcess {
  readonly url: string
  readonly #env: Record<string, string>
  #child: ChildProcess | undefined

  constructor(port: number, env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`
    this.#env = { PORT: String(port), LOG_LEVEL: 'error', ...env }
  }

  /** Starts the version in this folder; resolves once it is ready. */
  async start(checkout = root): Promise<void> {
    const child = spawn(process.execPath, [path.join(checkout, 'server/main.ts')], {
      env: { PATH: process.env['PATH'], ...this.#env },
      // Through the IPC channel the server notices when this process is killed, and stops.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    while (child.exitCode === null) {
      const isReady = await fetch(`${this.url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) return
      await pause(50)
    }
    throw new Error(`the server ended with ${child.exitCode}`)
  }

  /** Stops the process as a service manager does; throws unless it exits with 0. */
  async stop(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    if (child.exitCode !== 0) throw new Error(`the server ended with ${child.exitCode}`)
  }
}
