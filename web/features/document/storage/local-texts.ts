import { logWarning } from '../../../lib/log.ts'
import { newId } from '../../../lib/ids.ts'
import { webLocks } from '../../../lib/secure-context.ts'
import { changeTexts, deletionsOf, readTexts, type RecordKey, writeTexts } from './text-database.ts'
import type { Base, LocalCopy } from '../sync/text-sync.ts'
import { pause } from '../../../lib/timing.ts'
import { holdTab, isTabClosed, TAB_ID, tabClosed } from './tabs.ts'

/** Gives a page that is being reloaded time to take over its own text first. */
const RELOAD = 10_000

export const UNREADABLE = 'Could not read the texts stored in the browser:'

/** The browser's copy of one text, in a record that nobody else writes. */
export type LocalText = {
  /** Whether another tab might take over the copy of this one, which is open. */
  readonly isLent: boolean
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

/** The openings whose records this page is writing, with a promise that resolves when it stops. */
const inUse = new Map<string, Promise<void>>()

/** A record is named after its tab, whose lock tells whether the tab is open, and after an opening of a text in it. */
const tabOf = (record: string) => record.split(':')[0] ?? record
const openingOf = (record: string) => record.split(':').slice(0, 2).join(':')

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

/** Renames a record, of which only one tab can have the copy then. */
const claim = (userId: string, [workId, left]: RecordKey, key: RecordKey) =>
  changeTexts(userId, async (texts) => {
    const [bases, unsents] = [texts.objectStore('bases'), texts.objectStore('unsent')]
    const from: RecordKey = [workId, left]
    const [base, unsent] = await Promise.all([bases.get(from), unsents.get(from)])
    if (!base || !unsent) return undefined
    await Promise.all([bases.put(base, key), unsents.put(unsent, key)])
    await Promise.all([bases.delete(from), unsents.delete(from)])
    return { base, ...unsent }
  })

/** Whether nobody writes the record any more. */
const isLeft = async (record: string): Promise<boolean> =>
  tabOf(record) === TAB_ID ? !inUse.has(openingOf(record)) : isTabClosed(tabOf(record))

/** Resolves when nobody writes the record any more, or when the signal aborts. */
async function whenLeft(record: string, signal: AbortSignal): Promise<void> {
  if (tabOf(record) === TAB_ID) {
    await inUse.get(openingOf(record))
    return
  }
  try {
    await tabClosed(tabOf(record), signal)
    await pause(RELOAD, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
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
  // Without locks, a tab looks closed if the browser closes its connection.
  const isLent = !webLocks()
  let written: Base | undefined
  let isStrayWritten = false
  inUse.set(record, released.promise)

  async function write(copy: LocalCopy, takenOver?: RecordKey): Promise<void> {
    const { base, ...unsent } = copy
    await holdTab()
    if (isErased()) return
    await writeTexts(userId, (texts) => {
      const [bases, unsents] = [texts.objectStore('bases'), texts.objectStore('unsent')]
      return [
        ...(base !== written || isLent ? [bases.put(base, own)] : []),
        unsents.put(unsent, own),
        ...(takenOver ? [bases.delete(takenOver), unsents.delete(takenOver)] : []),
      ]
    })
    written = base
  }

  return {
    isLent,
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
      inUse.delete(record)
      released.resolve()
    },
    async takeOver(signal, onCopy) {
      const take = async (key: RecordKey) => {
        if (isErased() || signal.aborted) return
        await holdTab()
        const claimed: RecordKey = [workId, `${record}:${newId()}`]
        const copy = await claim(userId, key, claimed)
        const merged = copy && !signal.aborted && onCopy(copy)
        if (merged) await write(merged, claimed)
      }
      const keys = (await keysOf(userId)).filter(
        ([id, left]) => id === workId && openingOf(left) !== record && !awaited.has(left),
      )
      const areLeft = await Promise.all(keys.map(([, left]) => isLeft(left)))
      for (const [at, key] of keys.entries()) {
        const [, left] = key
        if (areLeft[at]) await take(key)
        else {
          awaited.add(left)
          whenLeft(left, signal)
            .then(() => take(key))
            .catch((error: unknown) =>
              logWarning('Could not take over the text of a closed tab:', error),
            )
        }
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
    if (!(await isLeft(record))) continue
    const copy = await read(userId, key)
    if (copy && copy.steps.length > 0) left.add(workId)
    if (copy && !isNeeded(copy)) await remove(userId, key)
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
