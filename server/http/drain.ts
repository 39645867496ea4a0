import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Limits } from './limits.ts'

const STEP = 50

const isSafe = ({ method }: IncomingMessage) => /^(GET|HEAD|OPTIONS)$/.test(method ?? '')

const passedSince = (time: number) => performance.now() - time

/** Resolves after the time, or at once when the signal is aborted. */
const waitFor = (milliseconds: number, signal: AbortSignal) =>
  pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)

/**
 * How a server leaves the rotation of a load balancer without a failed request:
 * docs/decisions/034-several-machines.md.
 */
export class Drain {
  readonly #server: Server
  readonly #limits: Limits
  readonly #open = new Set<ServerResponse>()
  #isClosingConnections = false
  #turnsAway = false
  #isClosed = false
  #lastArrival = 0

  constructor(server: Server, limits: Limits) {
    this.#server = server
    this.#limits = limits
    server.on('connection', () => {
      this.#lastArrival = performance.now()
    })
  }

  /** Whether to handle a request. Its connection is closed otherwise, or after its response. */
  admits(incoming: IncomingMessage, outgoing?: ServerResponse): boolean {
    this.#lastArrival = performance.now()
    if (this.#turnsAway && isSafe(incoming)) {
      incoming.socket.destroy()
      return false
    }
    if (!outgoing) return true
    if (this.#isClosingConnections) outgoing.setHeader('Connection', 'close')
    this.#open.add(outgoing)
    outgoing.once('close', () => {
      this.#open.delete(outgoing)
      if (this.#isClosed) this.#server.closeIdleConnections()
    })
    return true
  }

  /**
   * Serves for some more seconds, in which health checks fail, and then stops listening. A connection that
   * the kernel has accepted and we have not is reset at that moment, and no proxy repeats a POST. So first,
   * proxies that make no health checks must notice: safe requests are cut off, which they repeat elsewhere.
   */
  async run(seconds: number, hurry: AbortSignal): Promise<void> {
    this.#closeConnections()
    if (seconds > 0) {
      await waitFor(seconds * 1000, hurry)
      this.#turnsAway = true
      await this.#untilQuiet(hurry)
    }
    this.stopListening()
  }

  /** Also closes idle connections. */
  stopListening(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closeConnections()
    this.#server.close()
  }

  /** From now on every response is the last one of its connection. */
  #closeConnections(): void {
    this.#isClosingConnections = true
    for (const outgoing of this.#open) {
      if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close')
    }
  }

  async #untilQuiet(hurry: AbortSignal): Promise<void> {
    const { quietMilliseconds, turnAwayMilliseconds } = this.#limits
    const begun = performance.now()
    while (
      !hurry.aborted &&
      passedSince(begun) < turnAwayMilliseconds &&
      passedSince(Math.max(begun, this.#lastArrival)) < quietMilliseconds
    ) {
      await waitFor(STEP, hurry)
    }
  }
}
