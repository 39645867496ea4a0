import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { Limits } from './limits.ts'

const STEP = 50
/** Event loop turns: one to finish current handlers, one to accept connections, one to read requests. */
const QUIET_TURNS = 3
/** Ends the wait if clients never stop sending. */
const MAX_TURNS = 1_000

const isSafe = ({ method }: IncomingMessage) => /^(GET|HEAD|OPTIONS)$/.test(method ?? '')

const passedSince = (time: number) => performance.now() - time

/** Resolves after the delay, or as soon as the signal is aborted. */
const waitFor = (milliseconds: number, signal: AbortSignal) =>
  pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)

/**
 * Takes a server out of a load balancer's rotation without a failed request:
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

  /** Whether to handle a request; a refused one has its connection destroyed. */
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
      // Responses that began before draining have no `Connection: close`, so close their connections here.
      if (this.#stopped) void this.#closeIdleConnections()
    })
    return true
  }

  /**
   * Keeps serving for some seconds while health checks fail, then stops listening. That resets connections
   * that the kernel has accepted but Node has not, and proxies do not retry a POST. So safe requests are cut
   * off first: proxies without health checks retry those elsewhere.
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

  /** Also closes idle connections. Requests that have already reached this machine are still answered. */
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
   * Waits until the kernel has nothing more to hand over: closing would reset connections that it has
   * accepted but Node has not, and connections that look idle because their request has not been read yet.
   */
  async #untilAllIsRead(): Promise<void> {
    let quiet = 0
    for (let turns = 0; quiet < QUIET_TURNS && turns < MAX_TURNS; turns += 1) {
      const before = this.#arrivals
      await turn()
      quiet = this.#arrivals === before ? quiet + 1 : 0
    }
  }

  #noteArrival(): void {
    this.#arrivals += 1
    this.#lastArrival = performance.now()
  }

  /** From now on, every connection is closed after its next response. */
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
