import { constants, setPriority } from 'node:os'

/** On Linux it concerns the thread that calls it, so that long work in one delays no sign-in; elsewhere, the process. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
