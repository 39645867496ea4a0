import { readFile, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from './run.ts'

type PidFile = { pid: number; status: string }

/** Parses postmaster.pid: process id in line 1, status in line 8. */
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

/** Process ids are reused: only a process whose working directory is this cluster counts. */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') {
    return (await realpath(`/proc/${pid}/cwd`).catch(() => '')) === (await realpath(cluster))
  }
  const listed = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => undefined)
  return listed?.stdout.includes(cluster) ?? false
}

async function hasExited(pid: number, cluster: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (await worksIn(pid, cluster)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

/** Stops the database that a killed server left running, gracefully at first. */
export async function stopOrphan(cluster: string): Promise<number | undefined> {
  const orphan = await readPidFile(cluster)
  if (!orphan) return undefined
  if (!(await worksIn(orphan.pid, cluster))) {
    // PostgreSQL refuses to start while another process has the recorded id.
    if (isAlive(orphan.pid)) await rm(path.join(cluster, 'postmaster.pid'), { force: true })
    return undefined
  }
  for (const [signal, wait] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    process.kill(orphan.pid, signal)
    if (await hasExited(orphan.pid, cluster, wait)) break
  }
  return orphan.pid
}
