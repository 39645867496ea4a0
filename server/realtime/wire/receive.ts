import type { WebSocket } from 'ws'
import { guarded } from '../../common/guarded.ts'
import { handle, type Parts } from './protocol.ts'
import { CLOSE, type Incoming, type Wire } from './wire.ts'

/** Rate limiter: a burst of `most`, refilled at `perSecond`. */
class TokenBucket {
  readonly #most: number
  readonly #perSecond: number
  #left: number
  #filledAt = performance.now()

  constructor(most: number, perSecond: number) {
    this.#most = most
    this.#perSecond = perSecond
    this.#left = most
  }

  take(): boolean {
    const now = performance.now()
    this.#left = Math.min(
      this.#most,
      this.#left + ((now - this.#filledAt) / 1000) * this.#perSecond,
    )
    this.#filledAt = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}

/** Registers a new socket; its messages are handled one at a time and rate-limited. */
export function receive(parts: Parts, socket: WebSocket, wire: Wire): void {
  const { connections, limits, log } = parts
  const connection = connections.add(socket, wire)
  const bucket = new TokenBucket(limits.messagesAtOnce, limits.messagesPerSecond)
  let waiting = 0
  let answered: Promise<void> = Promise.resolve()

  /** Closes the socket if it sends too many messages. */
  const isOverLimit = () => {
    connection.isAlive = true
    const isFine = bucket.take() && waiting < limits.messagesAtOnce
    if (!isFine) connection.close(CLOSE.tooManyMessages)
    return !isFine
  }

  /** An exception in a handler would crash the process; close only this connection instead. */
  const fail = (error: unknown) => {
    log.error({ err: error }, 'closing a socket after an unexpected error')
    connection.close(CLOSE.failed)
  }

  const answerAfter = async (before: Promise<void>, message: Incoming) => {
    await before
    try {
      if (connection.isOpen) await handle(parts, connection, message)
    } catch (error) {
      fail(error)
    }
    waiting -= 1
  }

  const take = (data: Buffer, isBinary: boolean) => {
    if (!connection.isOpen || isOverLimit()) return
    const message = wire.read(data, isBinary)
    if (!message) {
      connection.close(CLOSE.malformed)
      return
    }
    waiting += 1
    answered = answerAfter(answered, message)
  }

  socket.on('pong', () => void (connection.isAlive = true))
  socket.on('ping', guarded(isOverLimit, fail))
  socket.on('message', guarded(take, fail))
}
