import type { EncodingChoice, ImportedScript } from '../../../../screenplay/formats.ts'

/** `encoding`: the writer's choice. */
export type ImportRequest = { file: File; encoding: string | undefined }
export type ImportAnswer =
  /** The share of the file that has been read, 0 to 1; not all kinds of files tell. */
  | { progress: number }
  | { script: ImportedScript }
  | { failure: string }
  | { choices: readonly EncodingChoice[] }

/** Milliseconds. No script takes nearly as long, so the file is malformed or no script. */
const LONGEST = 60_000

/** Why a file could not be read: one of the codes of `ImportFailure`, or what went wrong. */
export class ReadFailure extends Error {
  readonly code: string

  constructor(code: string) {
    super(`the file could not be read: ${code}`)
    this.code = code
  }
}

/** The writer has to choose the encoding. */
export class EncodingQuestion extends ReadFailure {
  readonly choices: readonly EncodingChoice[]

  constructor(choices: readonly EncodingChoice[]) {
    super('unknown-encoding')
    this.choices = choices
  }
}

const startWorker = () =>
  new Worker(new URL('import-worker.ts', import.meta.url), { type: 'module' })

type Options = {
  signal: AbortSignal
  onProgress: (share: number) => void
  encoding?: string | undefined
}

/**
 * Reads a file off the main thread. Aborting ends the work and rejects with the reason of the signal; a file
 * that takes too long is refused as `too-complex`.
 */
export async function importInWorker(
  file: File,
  { signal, onProgress, encoding }: Options,
  start: () => Worker = startWorker,
): Promise<ImportedScript> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<ImportedScript>()
  const worker = start()
  const abort = () => reject(signal.reason)
  const timer = setTimeout(() => reject(new ReadFailure('too-complex')), LONGEST)
  worker.addEventListener('message', ({ data }: MessageEvent<ImportAnswer>) => {
    if ('progress' in data) onProgress(data.progress)
    else if ('script' in data) resolve(data.script)
    else if ('choices' in data) reject(new EncodingQuestion(data.choices))
    else reject(new ReadFailure(data.failure))
  })
  // An event without a message: the worker's code could not be loaded.
  worker.addEventListener('error', ({ message }) =>
    reject(new Error(message || 'The import could not be started.')),
  )
  signal.addEventListener('abort', abort)
  // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
  worker.postMessage({ file, encoding } satisfies ImportRequest)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    worker.terminate()
  }
}
