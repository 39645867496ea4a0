import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { Base, LocalCopy } from '../sync/text-sync.ts'

/** One database for each user, so that signing out can delete it as a whole. */
const nameOf = (userId: string) => `script-writer-texts:${userId}`

/** Keyed by text and opening, so that nobody overwrites another's text. */
export type RecordKey = [workId: string, record: string]

/** Two stores: bases are large and rarely written, unsent steps are small and written with every change. */
interface Texts extends DBSchema {
  bases: { key: RecordKey; value: Base }
  unsent: { key: RecordKey; value: Omit<LocalCopy, 'base'> }
}

type Stores = ('bases' | 'unsent')[]
const STORES: Stores = ['bases', 'unsent']

/** A browser that repairs its files, or waits for its disk, may never answer. */
const TIMEOUT = 3_000

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = () => reject(new Error('The database of the browser does not answer.'))
  const timer = setTimeout(late, TIMEOUT)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

const opened = new Map<string, Promise<IDBPDatabase<Texts>>>()

const deletions = new Map<string, number>()

/** How often this tab has seen the user's database being deleted. */
export const deletionsOf = (userId: string): number => deletions.get(userId) ?? 0

const countDeletion = (userId: string) => deletions.set(userId, deletionsOf(userId) + 1)

async function databaseOf(userId: string): Promise<IDBPDatabase<Texts>> {
  const known = opened.get(userId)
  if (known) return known
  const forget = () => {
    if (opened.get(userId) === opening) opened.delete(userId)
  }
  const opening: Promise<IDBPDatabase<Texts>> = openDB<Texts>(nameOf(userId), 1, {
    upgrade: (database) => STORES.forEach((store) => database.createObjectStore(store)),
    terminated: forget,
    // Another tab is deleting the database, which waits until all tabs have closed it.
    blocking: (_current, _next, { target }) => {
      countDeletion(userId)
      forget()
      ;(target as IDBDatabase).close()
    },
  })
  opened.set(userId, opening)
  try {
    return await opening
  } catch (error) {
    forget()
    throw error
  }
}

async function transact<Mode extends IDBTransactionMode, Result>(
  userId: string,
  mode: Mode,
  work: (transaction: IDBPTransaction<Texts, Stores, Mode>) => Promise<Result>,
): Promise<Result> {
  const transaction = (await databaseOf(userId)).transaction(STORES, mode)
  const [result] = await Promise.all([work(transaction), transaction.done])
  return result
}

/** `work` must await only its own requests, because the transaction ends when none is pending. */
export const readTexts = <Result>(
  userId: string,
  work: (transaction: IDBPTransaction<Texts, Stores>) => Promise<Result>,
): Promise<Result> => inTime(transact(userId, 'readonly', work))

/** Likewise, for work that depends on what it reads. */
export const changeTexts = <Result>(
  userId: string,
  work: (transaction: IDBPTransaction<Texts, Stores, 'readwrite'>) => Promise<Result>,
): Promise<Result> => inTime(transact(userId, 'readwrite', work))

/** `work` returns its requests, and the transaction commits at once, as the page may be about to close. */
export const writeTexts = (
  userId: string,
  work: (transaction: IDBPTransaction<Texts, Stores, 'readwrite'>) => Promise<unknown>[],
): Promise<unknown> =>
  inTime(
    transact(userId, 'readwrite', async (transaction) => {
      const requests = work(transaction)
      transaction.commit()
      await Promise.all(requests)
    }),
  )

export async function deleteDatabase(userId: string): Promise<void> {
  countDeletion(userId)
  const known = opened.get(userId)
  opened.delete(userId)
  if (known) (await known).close()
  await deleteDB(nameOf(userId))
}
