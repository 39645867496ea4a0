import { median } from './median.ts'

/** CPU time in ms, to be independent of other load. */
export function cpuTime(work: () => unknown): number {
  const started = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

export const medianTime = (rounds: number, work: () => unknown): number =>
  median(Array.from({ length: rounds }, () => cpuTime(work)))
