import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import { newId } from '../../../lib/ids.ts'
import { logWarning } from '../../../lib/log.ts'
import { webLocks } from '../../../lib/secure-context.ts'

/** Identifies this page until it is closed or reloaded. */
export const TAB_ID: string = newId()

/** Something that each open tab holds, and that the browser releases when it is closed, also by a crash. */
type TabLocks = {
  hold(): Promise<unknown>
  isClosed(tabId: string): Promise<boolean>
  /** Resolves once the tab is closed; rejects when the signal aborts. */
  closed(tabId: string, signal: AbortSignal): Promise<unknown>
}

const PREFIX = 'script-writer-tab:'
const nameOf = (tabId: string) => PREFIX + tabId

// Asked for in shared mode, because several tabs may ask at the same time.
const byLocks = (locks: LockManager): TabLocks => ({
  hold: () =>
    new Promise<void>((resolve, reject) => {
      const held = () => {
        resolve()
        return new Promise(() => undefined)
      }
      locks.request(nameOf(TAB_ID), held).catch(reject)
    }),
  isClosed: (tabId) =>
    locks.request(nameOf(tabId), { ifAvailable: true, mode: 'shared' }, (lock) => lock !== null),
  closed: (tabId, signal) =>
    locks.request(nameOf(tabId), { signal, mode: 'shared' }, () => undefined),
})

const warnOfLostLock = (error: unknown) =>
  logWarning('Other tabs may take this one for closed:', error)

/** How long the browser may take to delete a closed tab's database, in ms. Later it counts as one that has just closed. */
const ANSWER = 1_000

type Deletion = { done: Promise<void>; isDone: boolean; answer: Promise<boolean> }

/**
 * Without https there are no locks: a tab keeps a database open instead, which nobody can delete until its connection is
 * closed. The browser tells who tries so at once, and deletes it as soon as it can.
 */
function byDatabases(): TabLocks {
  const deletions = new Map<string, Deletion>()

  function ask(tabId: string): Deletion {
    const known = deletions.get(tabId)
    if (known) return known
    const blocked = Promise.withResolvers<false>()
    // Behind another tab's question about the same tab, which waits, nothing is told.
    setTimeout(() => blocked.resolve(false), ANSWER)
    const done = deleteDB(nameOf(tabId), { blocked: () => blocked.resolve(false) })
    const deletion: Deletion = {
      done,
      isDone: false,
      answer: Promise.race([
        done.then(
          () => true,
          () => false,
        ),
        blocked.promise,
      ]),
    }
    done.then(
      () => (deletion.isDone = true),
      (error: unknown) => {
        deletions.delete(tabId)
        logWarning('It is unknown whether another tab is open:', error)
      },
    )
    deletions.set(tabId, deletion)
    return deletion
  }

  /** Kept, because the browser closes a connection that nobody refers to. */
  let connection: IDBPDatabase | undefined

  async function open(): Promise<void> {
    // A browser may close connections on its own, for example those of a page that slept.
    const terminated = () => void open().catch(warnOfLostLock)
    connection?.close()
    connection = await openDB(nameOf(TAB_ID), 1, { terminated })
  }

  /** Databases of tabs that left no text. */
  async function clear(): Promise<void> {
    for (const { name = '' } of (await indexedDB.databases?.()) ?? [])
      if (name.startsWith(PREFIX) && name !== nameOf(TAB_ID)) ask(name.slice(PREFIX.length))
  }

  return {
    async hold() {
      await open()
      await clear()
    },
    async isClosed(tabId) {
      const { isDone, answer } = ask(tabId)
      return isDone || answer
    },
    closed: (tabId, signal) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        ask(tabId).done.then(resolve, reject)
      }),
  }
}

const manager = webLocks()
const locks = manager ? byLocks(manager) : byDatabases()

let held: Promise<unknown> | undefined

/** Resolves when other tabs can tell that this page exists. */
export function holdTab(): Promise<unknown> {
  if (held) return held
  held = locks.hold()
  held.catch(() => (held = undefined))
  return held
}

export const isTabClosed = (tabId: string): Promise<boolean> => locks.isClosed(tabId)

export const tabClosed = (tabId: string, signal: AbortSignal): Promise<unknown> =>
  locks.closed(tabId, signal)
