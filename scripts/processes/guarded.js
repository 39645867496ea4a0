import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stopIfInterrupted, whileForwarding } from './signals.js'
import { exitCodeOf } from './stop.js'

const INTERRUPTED_GRACE_MS = 10_000
const LEFTOVER_GRACE_MS = 3000
const POLL_MS = 20
const guard = fileURLToPath(new URL('guard.js', import.meta.url))

/** Returns false when the process group is empty. */
function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal)
  } catch (error) {
    if (error.code === 'ESRCH') return false
    throw error
  }
}

/** Terminates a process group, and kills it when the grace period is over. */
async function endGroup(pid, graceMs) {
  if (!signalGroup(pid, 'SIGTERM')) return
  const deadline = Date.now() + graceMs
  while (signalGroup(pid, 0)) {
    if (Date.now() > deadline) {
      signalGroup(pid, 'SIGKILL')
      return
    }
    await pause(POLL_MS)
  }
}

async function untilEnded(child) {
  const closed = once(child, 'close')
  const [code, signal] = await once(child, 'exit')
  // Processes left in the group are orphans of the command.
  await endGroup(child.pid, LEFTOVER_GRACE_MS)
  await closed
  return exitCodeOf({ code, signal })
}

/**
 * Starts a command in its own process group, which ends as a whole, at the latest with this process.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, output?: 'inherit' | 'pipe' }} options
 */
export function startGuarded(command, args, options) {
  const { cwd, env = process.env, output = 'inherit' } = options
  stopIfInterrupted()
  const child = spawn(process.execPath, [guard, command, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  })
  // A second signal kills the group, and so does a timeout after the first.
  const forward = (signal, first) => {
    signalGroup(child.pid, first ? signal : 'SIGKILL')
    setTimeout(() => signalGroup(child.pid, 'SIGKILL'), INTERRUPTED_GRACE_MS).unref()
  }
  return {
    child,
    ended: whileForwarding(forward, untilEnded(child)),
    end: () => endGroup(child.pid, INTERRUPTED_GRACE_MS),
  }
}

/** Runs a command to its end; `onOutput` gets what it writes, as it comes. */
export async function follow(command, args, { onOutput, ...options }) {
  const { child, ended } = startGuarded(command, args, { ...options, output: 'pipe' })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput)
  const code = await ended
  stopIfInterrupted()
  return code
}

/** Runs a command to its end and collects what it writes. */
export async function capture(command, args, options) {
  let output = ''
  const onOutput = (text) => {
    output += text
  }
  const code = await follow(command, args, { ...options, onOutput })
  return { code, output }
}

/** Runs a command to its end; it writes straight to our own output. */
export async function show(command, args, options) {
  const code = await startGuarded(command, args, options).ended
  stopIfInterrupted()
  return code
}
