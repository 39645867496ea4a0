import type { Answer, Input, Question, Result, Task } from './tasks.ts'

const startWorker = () => new Worker(new URL('worker.ts', import.meta.url), { type: 'module' })

type Asked = {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
  onProgress: ((share: number) => void) | undefined
}

/** One instance of the worker. */
export class ScriptWorker {
  readonly #worker: Worker
  readonly #asked = new Map<number, Asked>()
  #last = 0

  constructor(start: () => Worker = startWorker) {
    this.#worker = start()
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#take(data))
    // An event without a message: the worker's code could not be loaded.
    this.#worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.#asked.values())
        reject(new Error(message || 'The worker could not be started.'))
      this.#asked.clear()
    })
  }

  /** Never answered once the worker is closed. */
  ask<Name extends Task>(
    task: Name,
    input: Input<Name>,
    onProgress?: (share: number) => void,
  ): Promise<Result<Name>> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#last += 1
    this.#asked.set(this.#last, { resolve, reject, onProgress })
    // oxlint-disable-next-line require-post-message-target-origin -- workers have no origin
    this.#worker.postMessage({ id: this.#last, task, input } satisfies Question)
    return promise as Promise<Result<Name>>
  }

  close(): void {
    this.#asked.clear()
    this.#worker.terminate()
  }

  #take(answer: Answer): void {
    const asked = this.#asked.get(answer.id)
    if (!asked) return
    if ('progress' in answer) {
      asked.onProgress?.(answer.progress)
      return
    }
    this.#asked.delete(answer.id)
    if ('result' in answer) asked.resolve(answer.result)
    else asked.reject(new Error(answer.failure))
  }
}

type Options = {
  signal: AbortSignal
  onProgress?: (share: number) => void
  start?: () => Worker
}

/** Does a task in a worker of its own. Aborting ends the work and rejects with the reason of the signal. */
export async function inWorker<Name extends Task>(
  task: Name,
  input: Input<Name>,
  { signal, onProgress, start }: Options,
): Promise<Result<Name>> {
  signal.throwIfAborted()
  const worker = new ScriptWorker(start)
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([worker.ask(task, input, onProgress), promise])
  } finally {
    signal.removeEventListener('abort', abort)
    worker.close()
  }
}
