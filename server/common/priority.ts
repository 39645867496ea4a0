import { getPriority, setPriority } from 'node:os'

/** With this, work gets a third of the time that the thread gets which answers requests, if there is not enough for both. */
const NICER = 5
const NICEST = 19

/** Of the thread that calls it, or of another process: long work there delays no sign-in. Only Linux has it for threads. */
export function lowerPriority(pid = 0): void {
  if (process.platform !== 'linux') return
  setPriority(pid, Math.min(getPriority(pid) + NICER, NICEST))
}
