import type { ServerResponse } from 'node:http'
import { refusal } from '../common/failures.ts'

/** Characters. Responses that a caller has not read yet are held in memory. */
const MAX_UNSENT = 64 * 1024 * 1024
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

  /** To be called before the database is queried. */
  check(caller: string): void {
    if ((this.#sizes.get(caller) ?? 0) >= MAX_UNSENT) throw tooMuch()
  }

  /** Counts a response until it is sent or abandoned; a read that would exceed the limit is refused. */
  hold(caller: string, size: number, isRead: boolean, response: ServerResponse): void {
    if (size < SMALL || response.destroyed) return
    const unsent = (this.#sizes.get(caller) ?? 0) + size
    if (isRead && unsent > MAX_UNSENT) throw tooMuch()
    this.#sizes.set(caller, unsent)
    response.once('close', () => this.#release(caller, size))
  }

  #release(caller: string, size: number): void {
    const rest = (this.#sizes.get(caller) ?? 0) - size
    if (rest > 0) this.#sizes.set(caller, rest)
    else this.#sizes.delete(caller)
  }
}
