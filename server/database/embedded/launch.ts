import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '../../common/failures.ts'
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

/** Only part of the socket's name: nothing listens on a TCP port. */
export const SOCKET_PORT = 5432

const settings = (cluster: Cluster) => [
  'listen_addresses=',
  `port=${SOCKET_PORT}`,
  `unix_socket_directories=${cluster.socketDirectory}`,
  'unix_socket_permissions=0700',
  'max_connections=100',
  'jit=off', // compiling costs more than it saves on queries this small
  // Keeps statements and rows out of the log: they contain users' text, and anyone can cause an error.
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'temp_file_limit=1GB', // of one connection, for sorting
  ...cluster.settings,
]

function spawnPostgres(cluster: Cluster, output: number): ChildProcess {
  const args = ['-D', cluster.directory, ...settings(cluster).flatMap((setting) => ['-c', setting])]
  return spawn(cluster.binaries.postgres, args, {
    ...cluster.user,
    cwd: '/',
    env: bareEnvironment,
    // Its own process group: Ctrl-C reaches only this process, which then shuts both down in order.
    detached: true,
    stdio: ['ignore', output, output],
  })
}

export const hasEnded = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null

/** The children of a killed postmaster may hold its shared memory for a moment. */
const isTransient = (output: string) =>
  /pre-existing shared memory|lock file .* already exists/.test(output)

const lastError = (output: string) =>
  output
    .split('\n')
    .findLast((line) => /FATAL|ERROR|PANIC/.test(line))
    ?.replace(/^.*?(FATAL|ERROR|PANIC):\s*/, '')

/** Advice for a copied database whose files have lost their owners or modes. */
const adviceFor = (output: string) =>
  /wrong ownership|invalid permissions|Permission denied/.test(output)
    ? '; if it is a copy, make it with cp -a, which keeps owners and modes'
    : ''

/** The running process, or its output if it exited. */
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
      if (hasEnded(child)) return log.since() || `exited with ${child.signalCode ?? child.exitCode}`
      if (stop.aborted) child.kill('SIGQUIT')
      const pidFile = await readPidFile(cluster.directory)
      if (pidFile?.pid === child.pid && pidFile?.status === 'ready') return child
      await sleep(10)
    }
  } finally {
    log.close()
  }
}

/** Starts postgres and resolves once it accepts connections, however long crash recovery takes. */
export async function launch(cluster: Cluster, stop: AbortSignal): Promise<ChildProcess> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const outcome = await launchOnce(cluster, stop)
    if (typeof outcome !== 'string') return outcome
    if (stop.aborted || !isTransient(outcome) || Date.now() > deadline) {
      throw new StartFailure(
        `The database in ${cluster.directory} did not start: ${lastError(outcome) ?? outcome.trim()} (more in ${cluster.logFile})${adviceFor(outcome)}`,
      )
    }
    await sleep(100)
  }
}
