import type { Comparison } from '../../../screenplay/changes.ts'

export type CompareRequest = { before: string; after: string }

const startWorker = () =>
  new Worker(new URL('compare-worker.ts', import.meta.url), { type: 'module' })

/** Compares two texts off the main thread. Aborting ends the work and rejects with the reason of the signal. */
export async function compareInWorker(
  before: string,
  after: string,
  signal: AbortSignal,
  start: () => Worker = startWorker,
): Promise<Comparison> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Comparison>()
  const worker = start()
  const abort = () => reject(signal.reason)
  worker.addEventListener('message', ({ data }: MessageEvent<Comparison>) => resolve(data))
  // An event without a message: the worker's code could not be loaded.
  worker.addEventListener('error', ({ message }) =>
    reject(new Error(message || 'The comparison could not be started.')),
  )
  signal.addEventListener('abort', abort)
  // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
  worker.postMessage({ before, after } satisfies CompareRequest)
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', abort)
    worker.terminate()
  }
}
