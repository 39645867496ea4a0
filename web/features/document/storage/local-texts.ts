import { logWarning } from '../../../lib/log.ts'
import { newId } from '../../../lib/ids.ts'
import { webLocks as locks } from '../../../lib/secure-context.ts'
import { deletionsOf, readTexts, type RecordKey, writeTexts } from './text-database.ts'
import type { Base, LocalCopy } from '../sync/text-sync.ts'
import { pause } from '../../../lib/timing.ts'

/** Identifies this page until it is closed or reloaded. */
const TAB_ID: string = newId()

const lockOf = (tabId: string) => `script-writer-tab:${tabId}`
const TAKING_OVER = 'script-writer-taking-over'

const hasLocks = (): boolean => locks() !== undefined

let isHeld = false

/** Locks this page's id while the page exists; the browser releases the lock even after a crash. */
function holdTabLock(): void {
  if (isHeld) return
  isHeld = true
  void locks()?.request(lockOf(TAB_ID), () => new Promise(() => undefined))
}

/** Runs `work` if the tab is closed, in one page at a time. Returns whether it was closed. */
async function ifClosed(tabId: string, work: () => Promise<void>): Promise<boolean> {
  const manager = locks()
  if (!manager) {
    await work()
    return true
  }
  // Shared, because another page may check the same tab at the same time.
  const options = { ifAvailable: true, mode: 'shared' } as const
  return manager.request(lockOf(tabId), options, async (lock) => {
    if (lock) await manager.request(TAKING_OVER, work)
    return lock !== null
  })
}

/** Gives a page that is being reloaded time to take over its own text first. */
const RELOAD = 10_000

/** Runs `work` once the tab is closed, after a delay in which a reloaded page can do the same itself. */
async function whenClosed(
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

export const UNREADABLE = 'Could not read the texts stored in the browser:'

/** The browser's copy of one text, in a record that nobody else writes. */
export type LocalText = {
  write(copy: LocalCopy): Promise<void>
  /** Keeps text that is not part of the copy in a record of its own; null removes that record. */
  writeStray(copy: LocalCopy | null): Promise<void>
  remove(): Promise<void>
  /**
   * Calls `onCopy` with the copies that this tab and closed tabs left, and later with those of other open
   * tabs, once they close. `onCopy` returns the copy that has to be stored from then on.
   */
  takeOver(signal: AbortSignal, onCopy: (copy: LocalCopy) => LocalCopy | null): Promise<void>
  /** From now on, others may take over the record. */
  release(): void
}

/** The records that this page is writing, with a promise that resolves when it stops. */
const inUse = new Map<string, Promise<void>>()

/** A record is named after its tab, whose lock tells whether the tab is open. */
const tabOf = (record: string) => record.split(':')[0] ?? record

const keysOf = (userId: string): Promise<RecordKey[]> =>
  readTexts(userId, (texts) => texts.objectStore('unsent').getAllKeys())

const read = (userId: string, key: RecordKey): Promise<LocalCopy | undefined> =>
  readTexts(userId, async (texts) => {
    const [base, unsent] = await Promise.all([
      texts.objectStore('bases').get(key),
      texts.objectStore('unsent').get(key),
    ])
    return base && unsent && { base, ...unsent }
  })

const remove = (userId: string, key: RecordKey) =>
  writeTexts(userId, (texts) => [
    texts.objectStore('bases').delete(key),
    texts.objectStore('unsent').delete(key),
  ])

/** Runs `work` if nobody writes the record any more. Returns whether that is so. */
async function ifLeft(record: string, work: () => Promise<void>): Promise<boolean> {
  if (tabOf(record) !== TAB_ID) return ifClosed(tabOf(record), work)
  if (inUse.has(record)) return false
  await work()
  return true
}

async function whenLeft(record: string, signal: AbortSignal, work: () => Promise<void>) {
  if (tabOf(record) !== TAB_ID) return whenClosed(tabOf(record), signal, work)
  await inUse.get(record)
  if (!signal.aborted) await work()
}

export function localText(userId: string, workId: string): LocalText {
  // Of its own for each opening: writing to a record of before would erase what was not read from it yet.
  const record = `${TAB_ID}:${newId()}`
  const own: RecordKey = [workId, record]
  const stray: RecordKey = [workId, `${record}:page`]
  const released = Promise.withResolvers<void>()
  const awaited = new Set<string>()
  const deletions = deletionsOf(userId)
  /** The user signed out, here or in another tab: nothing may be written back. */
  const isErased = () => deletionsOf(userId) !== deletions
  let written: Base | undefined
  let isStrayWritten = false
  for (const [, name] of [own, stray]) inUse.set(name, released.promise)
  holdTabLock()

  async function write(copy: LocalCopy, takenOver?: RecordKey): Promise<void> {
    const { base, ...unsent } = copy
    if (isErased()) return
    await writeTexts(userId, (texts) => {
      const [bases, unsents] = [texts.objectStore('bases'), texts.objectStore('unsent')]
      return [
        // Without locks, another tab may have taken over and deleted the stored base.
        ...(base !== written || !hasLocks() ? [bases.put(base, own)] : []),
        unsents.put(unsent, own),
        ...(takenOver ? [bases.delete(takenOver), unsents.delete(takenOver)] : []),
      ]
    })
    written = base
  }

  return {
    write,
    async writeStray(copy) {
      if (isErased() || (copy === null && !isStrayWritten)) return
      isStrayWritten = copy !== null
      if (copy === null) await remove(userId, stray)
      else
        await writeTexts(userId, (texts) => [
          texts.objectStore('bases').put(copy.base, stray),
          texts.objectStore('unsent').put({ steps: copy.steps }, stray),
        ])
    },
    async remove() {
      if (!isErased()) await remove(userId, own)
    },
    release() {
      for (const [, name] of [own, stray]) inUse.delete(name)
      released.resolve()
    },
    async takeOver(signal, onCopy) {
      const take = async (key: RecordKey) => {
        if (isErased()) return
        const copy = await read(userId, key)
        const merged = copy && !signal.aborted && onCopy(copy)
        if (merged) await write(merged, key)
      }
      for (const key of await keysOf(userId)) {
        const [id, left] = key
        if (id !== workId || left.startsWith(record) || awaited.has(left)) continue
        if (await ifLeft(left, () => take(key))) continue
        awaited.add(left)
        whenLeft(left, signal, () => take(key)).catch((error: unknown) =>
          logWarning('Could not take over the text of a closed tab:', error),
        )
      }
    },
  }
}

const isNeeded = ({ steps, overlaps = [] }: LocalCopy) => steps.length > 0 || overlaps.length > 0

/**
 * The ids of texts of which something was left that the server may lack. Copies that nobody needs are removed.
 */
export async function leftTexts(userId: string): Promise<string[]> {
  const left = new Set<string>()
  for (const key of await keysOf(userId)) {
    const [workId, record] = key
    await ifLeft(record, async () => {
      const copy = await read(userId, key)
      if (copy && copy.steps.length > 0) left.add(workId)
      if (copy && !isNeeded(copy)) await remove(userId, key)
    })
  }
  return [...left]
}

/**
 * Whether any tab, open or closed, has stored changes that the server lacks, of this text or of any. If the browser cannot read its
 * storage, nothing counts as stored.
 */
export async function hasUnsentCopies(userId: string, workId?: string): Promise<boolean> {
  try {
    const keys = (await keysOf(userId)).filter(([id]) => workId === undefined || id === workId)
    const copies = await Promise.all(keys.map((key) => read(userId, key)))
    return copies.some((copy) => copy && copy.steps.length > 0)
  } catch (error) {
    logWarning(UNREADABLE, error)
    return false
  }
}
