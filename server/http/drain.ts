import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { Limits } from './limits.ts'

const STEP = 50
/** Turns of the event loop: one ends what is being handled, one accepts connections, one reads what they sent. */
const QUIET_TURNS = 3
/** If somebody never stops sending. */
const MOST_TURNS = 1_000

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
  #stopped: Promise<void> | undefined
  #arrivals = 0
  #lastArrival = 0

  constructor(server: Server, limits: Limits) {
    this.#server = server
    this.#limits = limits
    server.on('connection', () => this.#noteArrival())
  }

  /** Whether to handle a request. Its connection is closed otherwise, or after its response. */
  admits(incoming: IncomingMessage, outgoing?: ServerResponse): boolean {
    this.#noteArrival()
    if (this.#turnsAway && isSafe(incoming)) {
      incoming.socket.destroy()
      return false
    }
    if (!outgoing) return true
    if (this.#isClosingConnections) outgoing.setHeader('Connection', 'close')
    this.#open.add(outgoing)
    outgoing.once('close', () => {
      this.#open.delete(outgoing)
      // Those whose last response began before we said that it is the last.
      if (this.#stopped) void this.#closeIdleConnections()
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
    await this.stopListening()
  }

  /** Also closes idle connections. Requests that have reached this machine are answered. */
  stopListening(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    this.#closeConnections()
    await this.#untilAllIsRead()
    this.#server.close()
  }

  async #closeIdleConnections(): Promise<void> {
    await this.#untilAllIsRead()
    this.#server.closeIdleConnections()
  }

  /**
   * Until the kernel has nothing for us: closing resets connections that it has accepted and we have not, and
   * connections that look idle because nobody has read the request that came on them.
   */
  async #untilAllIsRead(): Promise<void> {
    let quiet = 0
    for (let turns = 0; quiet < QUIET_TURNS && turns < MOST_TURNS; turns += 1) {
      const before = this.#arrivals
      await turn()
      quiet = this.#arrivals === before ? quiet + 1 : 0
    }
  }

  #noteArrival(): void {
    this.#arrivals += 1
    this.#lastArrival = performance.now()
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
