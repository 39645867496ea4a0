import { cleanUp } from './clean-up.ts'

/**
 * From now until the test ends, timers of at least so many milliseconds never fire. What happens nevertheless
 * was announced and did not wait for a poll, a heartbeat or a sweep: on a busy machine, no limit on elapsed
 * time could tell the two apart. Timers that were set before still fire.
 */
export function holdTimers(atLeast: number): void {
  const { setTimeout: set } = globalThis
  const held = (work: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
    milliseconds >= atLeast ? set(() => undefined, milliseconds) : set(work, milliseconds, ...args)
  // Also what is attached to it, for `promisify`.
  globalThis.setTimeout = Object.defineProperties(
    held,
    Object.getOwnPropertyDescriptors(set),
  ) as typeof setTimeout
  cleanUp(() => (globalThis.setTimeout = set))
}
