// Somebody else's requests, from a process that nothing else of the benchmark holds up.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { load, type Request } from './load.ts'

const PACE = { connections: 4, every: 20 }

type Asked = { url: string; request: Request }

/** Asks at a steady pace until it is told to stop; how long each answer took, in milliseconds. */
export class OtherRequests {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async begin(url: string, request: Request): Promise<OtherRequests> {
    const child = fork(import.meta.filename)
    await once(child, 'spawn')
    child.send({ url, request } satisfies Asked)
    return new OtherRequests(child)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  async stop(): Promise<number[]> {
    this.#child.send('stop')
    const [times] = (await once(this.#child, 'message')) as [number[]]
    this.#child.disconnect()
    return times
  }
}

if (import.meta.main) {
  const [{ url, request }] = (await once(process, 'message')) as [Asked]
  const over = new AbortController()
  process.once('message', () => over.abort())
  const { times } = await load(url, request, { ...PACE, status: 200, until: over.signal })
  process.send?.(times)
}
