// Background requests from a separate process, so that the benchmark itself does not delay them.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { nextMessage } from './child-message.ts'
import { load, type Request } from './load.ts'

const PACE = { connections: 4, every: 20 }

type Job = { url: string; request: Request }

/** Sends requests at a steady rate until stopped; returns the response times in ms. */
export class OtherRequests {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async begin(url: string, request: Request): Promise<OtherRequests> {
    const child = fork(import.meta.filename)
    await once(child, 'spawn')
    child.send({ url, request } satisfies Job)
    return new OtherRequests(child)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  async stop(): Promise<number[]> {
    this.#child.send('stop')
    const times = await nextMessage<number[]>(this.#child)
    this.#child.disconnect()
    return times
  }
}

if (import.meta.main) {
  const [{ url, request }] = (await once(process, 'message')) as [Job]
  const abort = new AbortController()
  process.once('message', () => abort.abort())
  const { times } = await load(url, request, { ...PACE, status: 200, until: abort.signal })
  process.send?.(times)
}
