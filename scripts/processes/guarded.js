import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { endGroup, signalGroup } from './group.js'
import { stopIfInterrupted, whileForwarding } from './signals.js'
import { exitCodeOf } from './stop.js'

const INTERRUPTED_GRACE_MS = 10_000
const LEFTOVER_GRACE_MS = 3000
const MIN_PRIORITY = 19
const guard = fileURLToPath(new URL('guard.js', import.meta.url))

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
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, output?: 'inherit' | 'pipe', niceness?: number }} options
 */
export function startGuarded(command, args, options) {
  const { cwd, env = process.env, output = 'inherit', niceness } = options
  stopIfInterrupted()
  const child = spawn(process.execPath, [guard, command, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  })
  // Set before the guard starts the command, which inherits it. Only root could raise the priority again.
  if (niceness && child.pid)
    setPriority(child.pid, Math.min(getPriority() + niceness, MIN_PRIORITY))
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
