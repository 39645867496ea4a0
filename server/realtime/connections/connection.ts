import type { WebSocket } from 'ws'
import type { Identity } from '../../database/request-transaction.ts'
import type { Operation } from '../delivery/announcement.ts'
import type { CloseReason } from '../wire/refusal.ts'
import type { Outgoing, Wire } from '../wire/wire.ts'

/** Who is at the other end, by the newest good token that came from there. */
export type Person = { id: string; sessionId: string; identity: Identity; approved: boolean }

export type Channel = {
  connection: Connection
  topic: string
  joinRef: string | null | undefined
  subscriptions: Subscription[]
}

/** One entry of a join's list: which changes of which tables a channel wants to hear of. */
export type Subscription = {
  id: number
  channel: Channel
  tables: readonly string[]
  operation: Operation | '*'
  filter: { column: string; value: string } | undefined
}

/** One socket: its person, its channels, and how it is written to and ended. */
export class Connection {
  readonly channels = new Map<string, Channel>()
  readonly openedAt = Date.now()
  person: Person | undefined
  /** Something came from there since it was last asked. */
  isAlive = true
  isOpen = true
  readonly #socket: WebSocket
  readonly #wire: Wire
  readonly #left: (connection: Connection) => void

  constructor(socket: WebSocket, wire: Wire, left: (connection: Connection) => void) {
    this.#socket = socket
    this.#wire = wire
    this.#left = left
    socket.on('close', () => this.#leave())
    // Its text is about the peer's bytes; the close that follows says the rest.
    socket.on('error', () => this.#leave())
  }

  get isExpired(): boolean {
    return (this.person?.identity.expiresAt ?? Infinity) <= Date.now()
  }

  get unsentBytes(): number {
    return this.#socket.bufferedAmount
  }

  send(message: Outgoing): void {
    if (this.isOpen) this.#socket.send(this.#wire.write(message))
  }

  ping(): void {
    this.isAlive = false
    this.#socket.ping()
  }

  /** Nothing is sent any more, even if the other end never answers the farewell. */
  close([code, reason]: CloseReason): void {
    this.#leave()
    this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#leave()
    this.#socket.terminate()
  }

  #leave(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.#left(this)
  }
}
