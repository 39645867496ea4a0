import type { ServerResponse } from 'node:http'
import { refusal } from '../request-failure.ts'

/** Characters. What a caller has asked for and not read yet is held in memory. */
const MOST_UNSENT = 64 * 1024 * 1024
/** Smaller responses fit into the buffers of the connection. */
const SMALL = 64 * 1024

const tooMuch = () =>
  refusal(429, 'unread_responses', {
    body: { details: null, hint: null },
    headers: { 'Retry-After': '5' },
  })

/** Limits the size of each caller's responses that wait for a slow or silent client. */
export class UnsentResponses {
  readonly #sizes = new Map<string, number>()

  /** Before the database is asked. */
  check(caller: string): void {
    if ((this.#sizes.get(caller) ?? 0) >= MOST_UNSENT) throw tooMuch()
  }

  /** Counts a response until it is sent or given up; a read is refused if it would be too much. */
  hold(caller: string, size: number, isRead: boolean, response: ServerResponse): void {
    if (size < SMALL || response.destroyed) return
    const unsent = (this.#sizes.get(caller) ?? 0) + size
    if (isRead && unsent > MOST_UNSENT) throw tooMuch()
    this.#sizes.set(caller, unsent)
    response.once('close', () => this.#release(caller, size))
  }

  #release(caller: string, size: number): void {
    const rest = (this.#sizes.get(caller) ?? 0) - size
    if (rest > 0) this.#sizes.set(caller, rest)
    else this.#sizes.delete(caller)
  }
}
