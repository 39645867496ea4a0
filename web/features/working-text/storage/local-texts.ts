import { logWarning } from '../../../lib/log.ts'
import {
  BASES,
  deletionsOf,
  readTexts,
  type RecordKey,
  resultOf,
  UNSENT,
  writeTexts,
} from './text-database.ts'
import { hasLocks, holdTabLock, ifClosed, TAB_ID, whenClosed } from './tabs.ts'
import type { Base, LocalCopy } from '../sync/text-sync.ts'

export const UNREADABLE = 'Could not read the texts stored in the browser:'

type Unsent = Pick<LocalCopy, 'steps' | 'overlap'>

/** The browser's copy of one text. */
export type LocalText = {
  write(copy: LocalCopy): Promise<void>
  remove(): Promise<void>
  /**
   * Calls `onCopy` with the copies of this tab and of closed tabs, and later with those of other open tabs,
   * once they close. `onCopy` returns the copy that this tab has to store from then on.
   */
  takeOver(signal: AbortSignal, onCopy: (copy: LocalCopy) => LocalCopy | null): Promise<void>
}

const keysOf = (userId: string): Promise<RecordKey[]> =>
  readTexts(userId, async (store) => {
    return (await resultOf(store(UNSENT).getAllKeys())) as RecordKey[]
  })

const read = (userId: string, key: RecordKey): Promise<LocalCopy | undefined> =>
  readTexts(userId, async (store) => {
    const [base, unsent] = await Promise.all([
      resultOf<Base | undefined>(store(BASES).get(key)),
      resultOf<Unsent | undefined>(store(UNSENT).get(key)),
    ])
    return base && unsent && { base, ...unsent }
  })

const remove = (userId: string, key: RecordKey): Promise<void> =>
  writeTexts(userId, (store) => {
    store(BASES).delete(key)
    store(UNSENT).delete(key)
  })

export function localText(userId: string, workId: string): LocalText {
  const own: RecordKey = [workId, TAB_ID]
  const awaited = new Set<string>()
  const deletions = deletionsOf(userId)
  /** The user signed out, here or in another tab: nothing may be written back. */
  const isErased = () => deletionsOf(userId) !== deletions
  let written: Base | undefined
  let isOwnTaken = false
  holdTabLock()

  async function write({ base, steps, overlap }: LocalCopy, takenOver?: RecordKey): Promise<void> {
    if (isErased()) return
    await writeTexts(userId, (store) => {
      // Without locks, another tab may have taken over and deleted the stored base.
      if (base !== written || !hasLocks()) store(BASES).put(base, own)
      store(UNSENT).put({ steps, overlap } satisfies Unsent, own)
      if (!takenOver) return
      store(BASES).delete(takenOver)
      store(UNSENT).delete(takenOver)
    })
    written = base
  }

  return {
    write,
    async remove() {
      if (!isErased()) await remove(userId, own)
    },
    async takeOver(signal, onCopy) {
      const take = async (key: RecordKey) => {
        if (isErased()) return
        const copy = await read(userId, key)
        const merged = copy && !signal.aborted && onCopy(copy)
        if (merged && key !== own) await write(merged, key)
      }
      const keys = (await keysOf(userId)).filter(([id]) => id === workId)
      // Only once: later the stored copy is older than the text in memory and would undo a resolved overlap.
      if (!isOwnTaken && keys.some(([, tabId]) => tabId === TAB_ID)) await take(own)
      isOwnTaken = true
      for (const key of keys) {
        const [, tabId] = key
        if (tabId === TAB_ID || awaited.has(tabId)) continue
        if (await ifClosed(tabId, () => take(key))) continue
        awaited.add(tabId)
        whenClosed(tabId, signal, () => take(key)).catch((error: unknown) =>
          logWarning('Could not take over the text of a closed tab:', error),
        )
      }
    },
  }
}

const isNeeded = (copy: LocalCopy) => copy.steps.length > 0 || copy.overlap !== null

/**
 * The ids of texts for which closed tabs left changes that the server may lack. Copies that nobody needs are
 * removed.
 */
export async function leftTexts(userId: string): Promise<string[]> {
  const left = new Set<string>()
  for (const key of await keysOf(userId)) {
    const [workId, tabId] = key
    if (tabId === TAB_ID) continue
    await ifClosed(tabId, async () => {
      const copy = await read(userId, key)
      if (copy && copy.steps.length > 0) left.add(workId)
      if (copy && !isNeeded(copy)) await remove(userId, key)
    })
  }
  return [...left]
}

/**
 * Whether any tab, open or closed, has stored changes that the server lacks. If the browser cannot read its
 * storage, nothing counts as stored.
 */
export async function hasUnsentCopies(userId: string): Promise<boolean> {
  try {
    const copies = await Promise.all((await keysOf(userId)).map((key) => read(userId, key)))
    return copies.some((copy) => copy && copy.steps.length > 0)
  } catch (error) {
    logWarning(UNREADABLE, error)
    return false
  }
}
