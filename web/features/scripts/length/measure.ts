import type { ScriptLength } from '../api/saved-scripts.ts'

const startWorker = () =>
  new Worker(new URL('length-worker.ts', import.meta.url), { type: 'module' })

/** Pages and scenes of a text, counted off the main thread. Aborting ends the work. */
export async function measure(text: string, signal: AbortSignal): Promise<ScriptLength> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<ScriptLength>()
  const worker = startWorker()
  const abort = () => reject(signal.reason)
  worker.addEventListener('message', ({ data }: MessageEvent<ScriptLength>) => resolve(data))
  // An event without a message: the worker's code could not be loaded.
  worker.addEventListener('error', ({ message }) =>
    reject(new Error(message || 'The length could not be measured.')),
  )
  signal.addEventListener('abort', abort)
  // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
  worker.postMessage(text)
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', abort)
    worker.terminate()
  }
}
