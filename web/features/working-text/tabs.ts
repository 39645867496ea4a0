import { newId } from '../../lib/ids.ts'

/** This page, until it is closed or reloaded. */
export const TAB_ID: string = newId()

const lockOf = (tabId: string) => `script-writer-tab:${tabId}`

/** Missing on pages without https. */
const locks = (): LockManager | undefined => navigator.locks

let isHeld = false

/** Held as long as the page exists: the browser releases it however the page ends. */
export function holdTabLock(): void {
  if (isHeld) return
  isHeld = true
  void locks()?.request(lockOf(TAB_ID), () => new Promise(() => undefined))
}

/** Runs `work` if the tab is closed. Returns whether it is. */
export async function ifClosed(tabId: string, work: () => Promise<void>): Promise<boolean> {
  const manager = locks()
  if (!manager) {
    await work()
    return true
  }
  return manager.request(lockOf(tabId), { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
}

/** Runs `work` once the tab is closed. */
export async function whenClosed(
  tabId: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await locks()?.request(lockOf(tabId), { signal }, work)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
