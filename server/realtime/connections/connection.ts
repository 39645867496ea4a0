import type { WebSocket } from 'ws'
import type { Identity } from '../../database/request-transaction.ts'
import type { Operation } from '../delivery/announcement.ts'
import type { CloseReason, Outgoing, Wire } from '../wire/wire.ts'

/** The account behind a socket, from the latest valid token it sent. */
export type Person = { id: string; sessionId: string; identity: Identity; approved: boolean }

export type Channel = {
  connection: Connection
  topic: string
  joinRef: string | null | undefined
  subscriptions: Subscription[]
}

/** One `postgres_changes` entry of a join. */
export type Subscription = {
  id: number
  channel: Channel
  tables: readonly string[]
  operation: Operation | '*'
  filter: { column: string; value: string } | undefined
}

/** A socket with its account and channels. */
export class Connection {
  readonly channels = new Map<string, Channel>()
  readonly openedAt = Date.now()
  person: Person | undefined
  /** Whether anything was received since the last ping. */
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
    // The error concerns the peer's bytes; the close event that follows does the rest.
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

  /** Stops sending at once, even if the peer never completes the close handshake. */
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
