import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { StartFailure } from '../../start-failure.ts'
import type { Binaries } from './binaries.ts'
import { openLogFile } from './log-file.ts'
import { readPidFile } from './postmaster.ts'
import { bareEnvironment, type SystemUser } from './run.ts'

export type Cluster = {
  directory: string
  socketDirectory: string
  logFile: string
  binaries: Binaries
  user: SystemUser
  settings: readonly string[]
}

/** Names the socket only: nothing listens on a port. */
export const SOCKET_PORT = 5432

const settings = (cluster: Cluster) => [
  'listen_addresses=',
  `port=${SOCKET_PORT}`,
  `unix_socket_directories=${cluster.socketDirectory}`,
  'unix_socket_permissions=0700',
  'max_connections=100',
  'jit=off', // compiling costs more than it saves on queries this small
  ...cluster.settings,
]

function spawnPostgres(cluster: Cluster, output: number): ChildProcess {
  const args = ['-D', cluster.directory, ...settings(cluster).flatMap((setting) => ['-c', setting])]
  return spawn(cluster.binaries.postgres, args, {
    ...cluster.user,
    cwd: '/',
    env: bareEnvironment,
    // A group of its own: Ctrl-C must reach us first, so that work is finished before it closes.
    detached: true,
    stdio: ['ignore', output, output],
  })
}

export const hasEnded = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null

/** Children of a killed postmaster hold its memory for a moment longer. */
const isPassing = (said: string) =>
  /pre-existing shared memory|lock file .* already exists/.test(said)

const lastComplaint = (said: string) =>
  said
    .split('\n')
    .findLast((line) => /FATAL|ERROR|PANIC/.test(line))
    ?.replace(/^.*?(FATAL|ERROR|PANIC):\s*/, '')

/** The running process, or what it said before it ended. */
async function launchOnce(cluster: Cluster, stop: AbortSignal): Promise<ChildProcess | string> {
  const log = openLogFile(cluster.logFile)
  try {
    const child = spawnPostgres(cluster, log.descriptor)
    let failure: Error | undefined
    child.once('error', (error) => {
      failure = error
    })
    for (;;) {
      if (failure) return failure.message
      if (hasEnded(child))
        return log.since() || `it ended with ${child.signalCode ?? child.exitCode}`
      if (stop.aborted) child.kill('SIGQUIT')
      const said = await readPidFile(cluster.directory)
      if (said?.pid === child.pid && said?.status === 'ready') return child
      await pause(10)
    }
  } finally {
    log.close()
  }
}

/** Starts postgres and returns once it takes connections, however long it has to recover first. */
export async function launch(cluster: Cluster, stop: AbortSignal): Promise<ChildProcess> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const outcome = await launchOnce(cluster, stop)
    if (typeof outcome !== 'string') return outcome
    if (stop.aborted || !isPassing(outcome) || Date.now() > deadline) {
      throw new StartFailure(
        `The database in ${cluster.directory} did not start: ${lastComplaint(outcome) ?? outcome.trim()} (more in ${cluster.logFile})`,
      )
    }
    await pause(100)
  }
}
