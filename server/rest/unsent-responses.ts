import type { ServerResponse } from 'node:http'
import { FairQueue } from '../common/fair-queue.ts'
import { refusal } from '../common/failures.ts'
import { MAX_RESPONSE } from '../database/json-rows.ts'

/** Bytes. Responses that are built or not yet read are held in memory. */
const MAX_OF_ALL = 128 * 1024 * 1024
const MAX_UNSENT = 64 * 1024 * 1024
/** Smaller responses fit into the buffers of the connection. */
const SMALL = 64 * 1024
const MAX_WAITING = 100
const WAIT_MILLISECONDS = 10_000

const extra = { body: { details: null, hint: null }, headers: { 'Retry-After': '5' } }
const tooMuch = () => refusal(429, 'unread_responses', extra)
const busy = () => refusal(503, 'unavailable', extra)

/**
 * Limits the memory of responses that are built or wait for a slow or silent client, of each caller and of all. A
 * large one counts as the largest while it is built. Small ones never wait for it.
 */
export class UnsentResponses {
  readonly #sizes = new Map<string, number>()
  #sum = 0
  /** Of large responses that are being built. */
  readonly #turns = new FairQueue<string>({
    groupsOf: (caller) => [caller],
    mayStart: (caller, running) =>
      this.#fits(caller, running) && this.#sum + (running.length + 1) * MAX_RESPONSE <= MAX_OF_ALL,
    checkWait(caller, waiting) {
      if (waiting.filter((one) => one === caller).length >= MAX_WAITING) throw tooMuch()
    },
    patience: {
      milliseconds: WAIT_MILLISECONDS,
      error: (caller, running) => (this.#fits(caller, running) ? busy() : tooMuch()),
    },
  })

  /** To be called before the database is queried. */
  check(caller: string): void {
    if (this.#sizeOf(caller) >= MAX_UNSENT) throw tooMuch()
  }

  /**
   * Runs a read, which is told whether it may become large when it does. If there is no room, it stops and returns
   * undefined, and is run again when there is.
   */
  async read<Result>(
    caller: string,
    query: (mayBeLarge: () => boolean) => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    let end: (() => void) | undefined
    try {
      const result = await query(() => {
        end ??= this.#turns.tryStart(caller)
        return end !== undefined
      })
      if (result !== undefined) return result
    } finally {
      end?.()
    }
    return this.#turns.run(caller, () => query(() => true))
  }

  /** Counts a response until it is sent or abandoned; returns how to say that some of it is sent. */
  hold(caller: string, size: number, response: ServerResponse): (sent: number) => void {
    if (size < SMALL || response.destroyed) return () => undefined
    let rest = size
    this.#add(caller, size)
    const release = (sent: number) => {
      const less = Math.min(sent, rest)
      rest -= less
      this.#add(caller, -less)
      this.#turns.look()
    }
    response.once('close', () => release(rest))
    return release
  }

  #sizeOf(caller: string): number {
    return this.#sizes.get(caller) ?? 0
  }

  #fits(caller: string, running: readonly string[]): boolean {
    const built = running.filter((one) => one === caller).length + 1
    return this.#sizeOf(caller) + built * MAX_RESPONSE <= MAX_UNSENT
  }

  #add(caller: string, bytes: number): void {
    const size = this.#sizeOf(caller) + bytes
    this.#sum += bytes
    if (size > 0) this.#sizes.set(caller, size)
    else this.#sizes.delete(caller)
  }
}
