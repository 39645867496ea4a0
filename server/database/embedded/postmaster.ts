import { readFile, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from './run.ts'

type PidFile = { pid: number; status: string }

/** What PostgreSQL says of itself in its own file: process id in line 1, state in line 8. */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const contents = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = contents.split('\n')
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 1 ? { pid, status: lines[7]?.trim() ?? '' } : undefined
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A process id may long belong to somebody else: only a postgres that works in this folder counts. */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') {
    return (await realpath(`/proc/${pid}/cwd`).catch(() => '')) === (await realpath(cluster))
  }
  const listed = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => undefined)
  return listed?.stdout.includes(cluster) ?? false
}

async function gone(pid: number, cluster: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (await worksIn(pid, cluster)) {
    if (Date.now() > deadline) return false
    await pause(20)
  }
  return true
}

/** Ends the database that a killed server left behind, gently first; its files are then free. */
export async function endOrphan(cluster: string): Promise<number | undefined> {
  const left = await readPidFile(cluster)
  if (!left) return undefined
  if (!(await worksIn(left.pid, cluster))) {
    // PostgreSQL would take a stranger with this process id for itself and refuse to start.
    if (isAlive(left.pid)) await rm(path.join(cluster, 'postmaster.pid'), { force: true })
    return undefined
  }
  for (const [signal, wait] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    process.kill(left.pid, signal)
    if (await gone(left.pid, cluster, wait)) break
  }
  return left.pid
}
