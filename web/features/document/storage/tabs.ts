import { newId } from '../../../lib/ids.ts'
import { pause } from '../../../lib/timing/pause.ts'

/** Identifies this page until it is closed or reloaded. */
export const TAB_ID: string = newId()

const lockOf = (tabId: string) => `script-writer-tab:${tabId}`
const TAKING_OVER = 'script-writer-taking-over'

/** Missing on pages without https. */
const locks = (): LockManager | undefined => navigator.locks

export const hasLocks = (): boolean => locks() !== undefined

let isHeld = false

/** Locks this page's id while the page exists; the browser releases the lock even after a crash. */
export function holdTabLock(): void {
  if (isHeld) return
  isHeld = true
  void locks()?.request(lockOf(TAB_ID), () => new Promise(() => undefined))
}

/** Runs `work` if the tab is closed, in one page at a time. Returns whether it was closed. */
export async function ifClosed(tabId: string, work: () => Promise<void>): Promise<boolean> {
  const manager = locks()
  if (!manager) {
    await work()
    return true
  }
  // Shared, because another page may check the same tab at the same time.
  const asking = { ifAvailable: true, mode: 'shared' } as const
  return manager.request(lockOf(tabId), asking, async (lock) => {
    if (lock) await manager.request(TAKING_OVER, work)
    return lock !== null
  })
}

/** Gives a page that is being reloaded time to take over its own text first. */
const RELOAD = 10_000

/** Runs `work` once the tab is closed, after a delay in which a reloaded page can do the same itself. */
export async function whenClosed(
  tabId: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await locks()?.request(lockOf(tabId), { signal, mode: 'shared' }, () => undefined)
    await pause(RELOAD, signal)
    if (!signal.aborted) await ifClosed(tabId, work)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
