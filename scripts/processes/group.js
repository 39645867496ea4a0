import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 20

/** Returns false when the process group is empty. */
export function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal)
  } catch (error) {
    if (error.code === 'ESRCH') return false
    throw error
  }
}

/** Terminates a process group, and kills it when the grace period is over. */
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
