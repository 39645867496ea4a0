import { cleanUp } from './clean-up.ts'

/**
 * Until the test ends, new timers of at least this many milliseconds never fire. Whatever still happens was
 * triggered by a notification, not by a poll, a heartbeat or a sweep: on a busy machine, no limit on elapsed
 * time could tell the two apart. Timers that were set before still fire.
 */
export function holdTimers(atLeast: number): void {
  const { setTimeout: set } = globalThis
  const held = (work: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
    milliseconds >= atLeast ? set(() => undefined, milliseconds) : set(work, milliseconds, ...args)
  // Also copies the properties of setTimeout, which `promisify` needs.
  globalThis.setTimeout = Object.defineProperties(
    held,
    Object.getOwnPropertyDescriptors(set),
  ) as typeof setTimeout
  cleanUp(() => (globalThis.setTimeout = set))
}
