/** One database for each user, so that signing out can delete it as a whole. */
const nameOf = (userId: string) => `script-writer-texts:${userId}`

/** Keyed by text and tab, so that tabs never overwrite each other's text. */
export type RecordKey = [workId: string, tabId: string]

/** Two stores: bases are large and rarely written, unsent steps are small and written with every change. */
export const BASES = 'bases'
export const UNSENT = 'unsent'

/** A browser that repairs its files, or waits for its disk, may never answer. */
const TIMEOUT = 3_000

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = () => reject(new Error('The database of the browser does not answer.'))
  const timer = setTimeout(late, TIMEOUT)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

const opened = new Map<string, Promise<IDBDatabase>>()

const deletions = new Map<string, number>()

/** How often this tab has seen the user's database being deleted. */
export const deletionsOf = (userId: string): number => deletions.get(userId) ?? 0

const countDeletion = (userId: string) => deletions.set(userId, deletionsOf(userId) + 1)

/** The result of a request. */
export const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('It was aborted.')))
  })

function create(userId: string): Promise<IDBDatabase> {
  const request = indexedDB.open(nameOf(userId), 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(BASES)
    request.result.createObjectStore(UNSENT)
  })
  return resultOf(request)
}

async function databaseOf(userId: string): Promise<IDBDatabase> {
  const known = opened.get(userId)
  if (known) return known
  const opening = create(userId)
  opened.set(userId, opening)
  const forget = () => {
    if (opened.get(userId) === opening) opened.delete(userId)
  }
  try {
    const database = await opening
    database.addEventListener('close', forget)
    // Another tab is deleting the database, which waits until all tabs have closed it.
    database.addEventListener('versionchange', () => {
      countDeletion(userId)
      forget()
      database.close()
    })
    return database
  } catch (error) {
    forget()
    throw error
  }
}

type Stores = (name: string) => IDBObjectStore

/** Resolves with the result when the transaction is complete. */
async function transact<Result>(
  userId: string,
  mode: IDBTransactionMode,
  work: (store: Stores, transaction: IDBTransaction) => Result,
): Promise<Awaited<Result>> {
  const database = await databaseOf(userId)
  const transaction = database.transaction([BASES, UNSENT], mode)
  const done = new Promise<void>((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('The transaction was aborted.'))
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', fail)
    transaction.addEventListener('error', fail)
  })
  const [result] = await Promise.all([
    work((name) => transaction.objectStore(name), transaction),
    done,
  ])
  return result
}

/** `work` must await only its own requests, because the transaction ends when none is pending. */
export const readTexts = <Result>(
  userId: string,
  work: (store: Stores) => Promise<Result>,
): Promise<Awaited<Result>> => inTime(transact(userId, 'readonly', work))

/** `work` is synchronous and the transaction commits at once, as the page may be about to close. */
export const writeTexts = (userId: string, work: (store: Stores) => void): Promise<void> =>
  inTime(
    transact(userId, 'readwrite', (store, transaction) => {
      work(store)
      transaction.commit()
    }),
  )

export async function deleteDatabase(userId: string): Promise<void> {
  countDeletion(userId)
  const known = opened.get(userId)
  opened.delete(userId)
  if (known) (await known).close()
  await resultOf(indexedDB.deleteDatabase(nameOf(userId)))
}
