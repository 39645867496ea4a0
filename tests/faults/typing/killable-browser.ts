import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type BrowserContext, chromium } from '@playwright/test'
import { vi } from 'vitest'
import { cleanUp } from '../../support/clean-up.ts'

const FLAGS = [
  '--headless',
  '--remote-debugging-port=0',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** A /proc file of a process; empty if the process has just ended. */
function fileOf(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as { code: string }).code)) return ''
    throw error
  }
}

/** All processes of a program, which may have been started by a shell script. */
function processesOf(program: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(
    pids.map((pid) => [Number(pid), Number(/\) \w (\d+)/.exec(fileOf(pid, 'stat'))?.[1])]),
  )
  const isPart = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === program || isPart(parents.get(pid)))
  return [...parents.keys()].filter(isPart)
}

const isAlive = (pid: number) => /\) [^ZX] /.test(fileOf(String(pid), 'stat'))

async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL')
  // A remaining process would keep the profile locked.
  await vi.waitUntil(() => !pids.some(isAlive), { timeout: 30_000, interval: 20 })
}

/** A Chromium with a profile that outlives it, to be killed like a crashed one. */
export class KillableBrowser {
  readonly #child: ChildProcess
  readonly context: BrowserContext
  isRunning = true

  private constructor(child: ChildProcess, context: BrowserContext) {
    this.#child = child
    this.context = context
  }

  static async open(profile: string): Promise<KillableBrowser> {
    const program = process.env['CHROMIUM_PATH']
    if (!program) throw new Error('CHROMIUM_PATH is not set: npm run test:faults sets it')
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const child = spawn(
      program,
      [...FLAGS, ...sandbox, `--user-data-dir=${profile}`, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    cleanUp(() => killAll(processesOf(child.pid ?? 0)))
    for await (const line of createInterface({ input: child.stderr })) {
      const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (!address) continue
      const [context] = (await chromium.connectOverCDP(address)).contexts()
      if (context) return new KillableBrowser(child, context)
    }
    throw new Error('Chromium ended at its start')
  }

  /** Only the processes that draw pages. */
  killPages(): Promise<void> {
    const isPage = (pid: number) => fileOf(String(pid), 'cmdline').includes('--type=renderer')
    return killAll(processesOf(this.#child.pid ?? 0).filter(isPage))
  }

  async kill(): Promise<void> {
    this.isRunning = false
    await killAll(processesOf(this.#child.pid ?? 0))
  }
}
