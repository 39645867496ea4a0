import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 20

/** False when nobody of the process group is left. */
export function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal)
  } catch (error) {
    if (error.code === 'ESRCH') return false
    throw error
  }
}

/** Asks a process group to end, and after the time of grace does not ask any more. */
export async function endGroup(pid, graceMs) {
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
